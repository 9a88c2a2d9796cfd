import type { Migration } from 'kysely'
import * as house from './0001_house.ts'
import * as lookups from './0002_lookups.ts'
import * as loginTries from './0003_login_tries.ts'
import * as failingReturns from './0004_failing_returns.ts'
import * as abandonDue from './0005_abandon_due.ts'
import * as lengthsBySource from './0006_lengths_by_source.ts'
import * as abandonDueGroups from './0007_abandon_due_groups.ts'
import * as respondentRoom from './0008_respondent_room.ts'
import * as signInFlows from './0009_sign_in_flows.ts'
import * as journals from './0010_journals.ts'
import * as edits from './0011_edits.ts'
import * as suppliers from './0012_suppliers.ts'
import * as qualifications from './0013_qualifications.ts'
import * as surveys from './0014_surveys.ts'
import * as sources from './0015_sources.ts'
import * as templates from './0016_templates.ts'
import * as search from './0017_search.ts'
import * as remember from './0018_remember.ts'
import * as revenue from './0019_revenue.ts'
import * as returnHashing from './0020_return_hashing.ts'
import * as quotasUnmeetable from './0021_quotas_unmeetable.ts'
import * as usernames from './0023_usernames.ts'
import * as journalIds from './0024_journal_ids.ts'
import * as doorVersion from './0025_door_version.ts'
import * as placeFreed from './0026_place_freed.ts'
import * as unsignedReturns from './0027_unsigned_returns.ts'
import * as respondentByRid from './0029_respondent_by_rid.ts'
import * as searchRank from './0030_search_rank.ts'
import * as pricedCompletes from './0031_priced_completes.ts'
import * as countsByCode from './0032_counts_by_code.ts'
import * as entryFacts from './0033_entry_facts.ts'
import * as doorConfigs from './0034_door_configs.ts'
import * as marksByAccount from './0035_marks_by_account.ts'
import * as appendedLengths from './0036_appended_lengths.ts'
import * as accountFacts from './0037_account_facts.ts'
import * as userVersions from './0038_user_versions.ts'
import * as accountFeatures from './0041_account_features.ts'
import * as allocationAtTheDoor from './0042_allocation_at_the_door.ts'
import * as platformSettings from './0045_platform_settings.ts'
import * as accounts from './0046_accounts.ts'
import * as businessUnits from './0048_business_units.ts'
import * as rateCardFiles from './0049_rate_card_files.ts'
import * as apiKeys from './0050_api_keys.ts'
import * as auditLog from './0051_audit_log.ts'
import * as webhooks from './0052_webhooks.ts'
import * as lastSignIn from './0054_last_sign_in.ts'
import * as alerts from './0055_alerts.ts'
import * as singleSignOn from './0056_single_sign_on.ts'
import * as directoryUsers from './0057_directory_users.ts'
import * as autoBoost from './0058_auto_boost.ts'
import * as supplierAccounts from './0059_supplier_accounts.ts'
import * as saml from './0060_saml.ts'
import * as alertChannels from './0061_alert_channels.ts'
import * as signOnConfirmations from './0062_sign_on_confirmations.ts'
import * as reconciliation from './0063_reconciliation.ts'
import * as documents from './0066_documents.ts'
import * as exclusions from './0067_exclusions.ts'
import * as defenderRules from './0071_defender_rules.ts'
import * as recontact from './0075_recontact.ts'
import * as statements from './0076_statements.ts'
import * as reportViews from './0077_report_views.ts'
import * as rolesByAccount from './0079_roles_by_account.ts'
import * as rateCardWithdrawals from './0080_rate_card_withdrawals.ts'
import * as embeddedReports from './0081_embedded_reports.ts'
import * as supplierFiles from './0084_supplier_files.ts'
import * as statementLinks from './0085_statement_links.ts'
import * as disputes from './0086_disputes.ts'
import * as ledgerSums from './0087_ledger_sums.ts'
import * as returnRules from './0088_return_rules.ts'
import * as crowdRules from './0089_crowd_rules.ts'
import * as holdOut from './0090_hold_out.ts'
import * as listedMarks from './0091_listed_marks.ts'
import * as endingCounts from './0092_ending_counts.ts'
import * as assistant from './0093_assistant.ts'
import * as defenderCounts from './0095_defender_counts.ts'
import * as defenderReview from './0096_defender_review.ts'
import * as defendedAccount from './0098_defended_account.ts'
import * as sellStatements from './0099_sell_statements.ts'
import * as longerReportFilters from './0101_longer_report_filters.ts'
import * as assistantModel from './0102_assistant_model.ts'
import * as listedNetworks from './0104_listed_networks.ts'
import * as longerEndings from './0106_longer_endings.ts'
import * as ledgerQuarters from './0108_ledger_quarters.ts'
import * as networksUnlogged from './0109_networks_unlogged.ts'
import * as networkBits from './0110_network_bits.ts'
import * as linePortions from './0111_line_portions.ts'
import * as adjustingLines from './0112_adjusting_lines.ts'
import * as accountSums from './0113_account_sums.ts'
import * as quotaRespondents from './0114_quota_respondents.ts'
import * as completesOfRequests from './0115_completes_of_requests.ts'
import * as readingOfLists from './0116_reading_of_lists.ts'
import * as holdPlaces from './0117_hold_places.ts'
import * as pricedRevenue from './0120_priced_revenue.ts'
import * as alertsOfAccounts from './0121_alerts_of_accounts.ts'

/** Every migration, applied in the order of the names. A released one is never changed, only followed by another. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_house': house,
  '0002_lookups': lookups,
  '0003_login_tries': loginTries,
  '0004_failing_returns': failingReturns,
  '0005_abandon_due': abandonDue,
  '0006_lengths_by_source': lengthsBySource,
  '0007_abandon_due_groups': abandonDueGroups,
  '0008_respondent_room': respondentRoom,
  '0009_sign_in_flows': signInFlows,
  '0010_journals': journals,
  '0011_edits': edits,
  '0012_suppliers': suppliers,
  '0013_qualifications': qualifications,
  '0014_surveys': surveys,
  '0015_sources': sources,
  '0016_templates': templates,
  '0017_search': search,
  '0018_remember': remember,
  '0019_revenue': revenue,
  '0020_return_hashing': returnHashing,
  '0021_quotas_unmeetable': quotasUnmeetable,
  '0023_usernames': usernames,
  '0024_journal_ids': journalIds,
  '0025_door_version': doorVersion,
  '0026_place_freed': placeFreed,
  '0027_unsigned_returns': unsignedReturns,
  '0029_respondent_by_rid': respondentByRid,
  '0030_search_rank': searchRank,
  '0031_priced_completes': pricedCompletes,
  '0032_counts_by_code': countsByCode,
  '0033_entry_facts': entryFacts,
  '0034_door_configs': doorConfigs,
  '0035_marks_by_account': marksByAccount,
  '0036_appended_lengths': appendedLengths,
  '0037_account_facts': accountFacts,
  '0038_user_versions': userVersions,
  '0041_account_features': accountFeatures,
  '0042_allocation_at_the_door': allocationAtTheDoor,
  '0045_platform_settings': platformSettings,
  '0046_accounts': accounts,
  '0048_business_units': businessUnits,
  '0049_rate_card_files': rateCardFiles,
  '0050_api_keys': apiKeys,
  '0051_audit_log': auditLog,
  '0052_webhooks': webhooks,
  '0054_last_sign_in': lastSignIn,
  '0055_alerts': alerts,
  '0056_single_sign_on': singleSignOn,
  '0057_directory_users': directoryUsers,
  '0058_auto_boost': autoBoost,
  '0059_supplier_accounts': supplierAccounts,
  '0060_saml': saml,
  '0061_alert_channels': alertChannels,
  '0062_sign_on_confirmations': signOnConfirmations,
  '0063_reconciliation': reconciliation,
  '0066_documents': documents,
  '0067_exclusions': exclusions,
  '0071_defender_rules': defenderRules,
  '0075_recontact': recontact,
  '0076_statements': statements,
  '0077_report_views': reportViews,
  '0079_roles_by_account': rolesByAccount,
  '0080_rate_card_withdrawals': rateCardWithdrawals,
  '0081_embedded_reports': embeddedReports,
  '0084_supplier_files': supplierFiles,
  '0085_statement_links': statementLinks,
  '0086_disputes': disputes,
  '0087_ledger_sums': ledgerSums,
  '0088_return_rules': returnRules,
  '0089_crowd_rules': crowdRules,
  '0090_hold_out': holdOut,
  '0091_listed_marks': listedMarks,
  '0092_ending_counts': endingCounts,
  '0093_assistant': assistant,
  '0095_defender_counts': defenderCounts,
  '0096_defender_review': defenderReview,
  '0098_defended_account': defendedAccount,
  '0099_sell_statements': sellStatements,
  '0101_longer_report_filters': longerReportFilters,
  '0102_assistant_model': assistantModel,
  '0104_listed_networks': listedNetworks,
  '0106_longer_endings': longerEndings,
  '0108_ledger_quarters': ledgerQuarters,
  '0109_networks_unlogged': networksUnlogged,
  '0110_network_bits': networkBits,
  '0111_line_portions': linePortions,
  '0112_adjusting_lines': adjustingLines,
  '0113_account_sums': accountSums,
  '0114_quota_respondents': quotaRespondents,
  '0115_completes_of_requests': completesOfRequests,
  '0116_reading_of_lists': readingOfLists,
  '0117_hold_places': holdPlaces,
  '0120_priced_revenue': pricedRevenue,
  '0121_alerts_of_accounts': alertsOfAccounts,
}
