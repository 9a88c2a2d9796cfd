import type { Schema } from 'effect'
import { compareRanges } from './compare-ranges.ts'
import { explainChange } from './explain-change.ts'
import { explainFormula } from './explain-formula.ts'
import { explainRespondent } from './explain-respondent.ts'
import { findAnything } from './find.ts'
import { listAlerts, listProjects, needsAttention } from './needs-attention.ts'
import {
  proposeAlertRule,
  proposeAllocation,
  proposePrice,
  proposeReconciliation,
  proposeStatus,
  proposeTarget,
} from './propose.ts'
import { readAuditLog } from './read-audit-log.ts'
import { explainStatus, readHistory } from './read-changes.ts'
import { readForecast } from './read-forecast.ts'
import { readFigures } from './read-figures.ts'
import { listEnding, readPlan } from './read-plan.ts'
import { reconciliationWindows } from './read-reconciliation.ts'
import { countByState, quotaProgress } from './read-reports.ts'
import { ruleScorecards } from './rule-scorecards.ts'
import type { DeskTool } from './tool.ts'

/** Any tool, whose parameters are decoded by its own schema before it runs. */
export type AnyTool = DeskTool<string, Schema.Struct.Fields>

/** Every tool of the assistant: what the grammar, a model and MCP clients can call. */
export const TOOLS = [
  findAnything,
  readFigures,
  compareRanges,
  explainChange,
  explainStatus,
  explainRespondent,
  readHistory,
  readAuditLog,
  needsAttention,
  listProjects,
  listAlerts,
  readPlan,
  listEnding,
  readForecast,
  reconciliationWindows,
  countByState,
  quotaProgress,
  ruleScorecards,
  explainFormula,
  proposeStatus,
  proposePrice,
  proposeTarget,
  proposeAllocation,
  proposeAlertRule,
  proposeReconciliation,
] as const
