import type { Migration } from 'kysely'
import * as baseline from './0001_baseline.ts'
import * as unpricedAdjustments from './0002_unpriced_adjustments.ts'
import * as linkCheck from './0003_link_check.ts'
import * as viewDefaults from './0004_view_defaults.ts'
import * as forecasts from './0005_forecasts.ts'
import * as roles from './0006_roles.ts'
import * as visits from './0007_visits.ts'
import * as alertMutes from './0008_alert_mutes.ts'
import * as unusualFigures from './0009_unusual_figures.ts'
import * as actEffects from './0010_act_effects.ts'
import * as statementIdentities from './0011_statement_identities.ts'
import * as retention from './0012_retention.ts'
import * as erasures from './0013_erasures.ts'
import * as objections from './0014_objections.ts'
import * as keyFingerprint from './0015_key_fingerprint.ts'
import * as erasureLog from './0016_erasure_log.ts'
import * as supplierPrivacy from './0017_supplier_privacy.ts'
import * as resealedKeys from './0018_resealed_keys.ts'
import * as erasedSamples from './0019_erased_samples.ts'

/** Every migration, applied in the order of the names. A released one is never changed, only followed by another. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_baseline': baseline,
  '0002_unpriced_adjustments': unpricedAdjustments,
  '0003_link_check': linkCheck,
  '0004_view_defaults': viewDefaults,
  '0005_forecasts': forecasts,
  '0006_roles': roles,
  '0007_visits': visits,
  '0008_alert_mutes': alertMutes,
  '0009_unusual_figures': unusualFigures,
  '0010_act_effects': actEffects,
  '0011_statement_identities': statementIdentities,
  '0012_retention': retention,
  '0013_erasures': erasures,
  '0014_objections': objections,
  '0015_key_fingerprint': keyFingerprint,
  '0016_erasure_log': erasureLog,
  '0017_supplier_privacy': supplierPrivacy,
  '0018_resealed_keys': resealedKeys,
  '0019_erased_samples': erasedSamples,
}
