import { SECURITY_LEVELS } from '@desk/schema/defender/levels'
import { LOOKUP_SLUG_CODES } from '@desk/schema/lookups/lookups'
import { STATUS_LABELS } from '@desk/schema/statuses/status'

const TYPE = LOOKUP_SLUG_CODES

/** The code lists of §3.36 by type; a list's codes stay for ever, its order is the one given here. */
export const PLATFORM_CODES: readonly (readonly [typeCode: number, codes: Readonly<Record<number, string>>])[] = [
  [
    TYPE['supplier-recruitment-type'],
    {
      1: 'Proprietary panel',
      2: 'Loyalty',
      3: 'Customer list',
      4: 'River',
      5: 'Offer wall',
      6: 'Social',
      7: 'Exchange',
      8: 'Invite-only',
    },
  ],
  [TYPE['supplier-types'], { 1: 'Panel', 2: 'Exchange', 3: 'Router', 4: 'Aggregator', 5: 'Client-provided' }],
  [
    TYPE['supplier-redirect-type'],
    { 1: 'Complete', 2: 'Termination', 3: 'Overquota', 4: 'Quality', 5: 'Security', 6: 'Default' },
  ],
  [
    // the security levels of §9.7
    TYPE['security-fraud-detection-type'],
    SECURITY_LEVELS,
  ],
  [TYPE['source-template-type'], { 1: 'DIY', 2: 'Classic', 3: 'Lucid' }],
  [TYPE['calculation-type'], { 1: 'Completes', 2: 'Survey starts', 3: 'Hybrid' }],
  [TYPE['stream-status'], STATUS_LABELS],
  [TYPE['traffic-control-limit'], { 1: 'None', 2: 'Accelerated', 3: 'Even' }],
  [TYPE['qualification-text-status'], { 1: 'Active', 2: 'Inactive' }],
  [
    // the Defender features of §9.7
    TYPE['defender-control-center-options'],
    { 1: 'Search', 2: 'Activity', 3: 'Review', 4: 'Country check', 5: 'Passive monitoring', 6: 'Contextual analysis' },
  ],
  [TYPE['account-type'], { 1: 'DESK', 2: 'DEFENDER' }],
  [TYPE['ratecard-type'], { 1: 'Account', 2: 'Business unit' }],
  [TYPE['supplier-allocation-template-type'], { 1: 'Survey', 2: 'Source' }],
]
