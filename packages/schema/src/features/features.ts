/** The description of a feature flag. */
interface Feature {
  readonly label: string
  /** The loss for users of an account while it is off. */
  readonly takesAway: string
  /** Nothing of it is built yet: the flag is stored and takes nothing away so far. */
  readonly isLater?: true
}

/** Every feature flag (§6.10), in the order of the screen. All are on until a super admin turns one off for an account. */
export const FEATURES = {
  qualification_download: {
    label: 'Qualification download',
    takesAway: 'The exports of qualifications and of their answer options.',
  },
  autoswitch: {
    label: 'Account switch',
    takesAway: 'Switching from this account to another one. Super admins still switch.',
  },
  click_balancing: {
    label: 'Click balancing',
    takesAway: 'Turning click balancing on for a source. Sources that have it keep it, and it can be turned off.',
  },
  nested_quota: {
    label: 'Nested quotas',
    takesAway: 'Saving quotas in several groups, or in a group with conditions or a target. Stored quotas still count.',
  },
  supplier_allocation_templates: {
    label: 'Supplier allocation templates',
    takesAway: 'Saving, listing and applying templates of supplier allocations.',
  },
  new_account_creation: {
    label: 'New account creation',
    takesAway: 'Creating accounts while working in this account. Super admins create them from another one.',
  },
  supplier_account_admin: {
    label: 'Supplier account admin',
    takesAway: 'The administration of supplier accounts.',
  },
  recon_indicator: {
    label: 'Recon Indicator view',
    takesAway: 'The Recon Indicator of projects: open completes, money at risk and the days left to adjust them.',
  },
  zip_code_limit: {
    label: 'Zip code limit',
    takesAway: 'Limits by zip code on a source.',
    isLater: true,
  },
  defender_export: {
    label: 'Defender export',
    takesAway: 'Export Data: the screen, its menu entry and the files, in accounts that may export Defender data.',
  },
  contextual_analysis: {
    label: 'Contextual analysis',
    takesAway: 'The contextual analysis of open answers.',
    isLater: true,
  },
} as const satisfies Record<string, Feature>

export type FeatureName = keyof typeof FEATURES

/** The names in the order of the screen. */
export const FEATURE_NAMES = Object.keys(FEATURES) as readonly FeatureName[] // Object.keys loses the key types

/** The description of a feature; `isLater` is absent where the feature is built. */
export const featureOf = (name: FeatureName): Feature => FEATURES[name]

/** A user whose account has features turned off. */
export interface FeatureFacts {
  readonly features_off?: readonly string[]
}

/** Whether the user's present account has a feature; every feature is on until it is turned off (§6.10). */
export const hasFeature = ({ features_off: off = [] }: FeatureFacts, feature: FeatureName): boolean =>
  !off.includes(feature)

/** Why a user of an account without a feature may not do something. */
export const featureRefusal = (feature: FeatureName): string =>
  `This account has “${FEATURES[feature].label}” turned off.`
