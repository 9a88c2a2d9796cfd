import { ADMINS, DESK_ACCOUNT, DESK_ADMINS, EVERYBODY, SUPER_ADMINS } from './callers.ts'
import { object, ofAnyAccount, open, own, restricted, session, type Endpoint } from './endpoint.ts'

const ACCOUNT_FIELDS = {
  name: 'New Research',
  pm_parent_dsh_ud: 1,
  salesforce_account_id: '0015e00002AbCdEAAX',
  time_zone: 15,
  inv_by_business_unit_flg: false,
  access_research_defender_export: false,
  client_cpi_flg: true,
  reconciliation_window_day: 25,
}

/** The form that a super admin sends for a new account, with its first admin. */
export const ACCOUNT_FORM = {
  ...ACCOUNT_FIELDS,
  account_type: 'DESK',
  isRepData: false,
  admin: { firstname: 'Ada', lastname: 'Byron', username: 'ada@new.example' },
}

export const ACCOUNT_CHANGES = { ...ACCOUNT_FIELDS, version: 1 }

export const PLATFORM_FORM = {
  provider_name: 'Panels',
  provider_url: null,
  privacy_url: 'https://panels.example/privacy',
  redirect_guide_url: null,
  cleaning_request_url: null,
  desk_reference_url: null,
  defender_reference_url: null,
  desk_support_url: null,
  defender_support_url: null,
  hashing_docs_url: null,
  pacing_docs_url: null,
  complete_api_docs_url: null,
  respondent_upload_docs_url: null,
  version: 0,
}

export const ACCOUNT_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/dashboards': own(EVERYBODY, ({ account }) => ({ query: { pm_dsh_ud: account, limit: 10, offset: 0 } })),
  'GET /v1/defaultaccounts': own(EVERYBODY, () => ({})),
  // a super admin switches freely, and has none
  'PUT /v1/defaultaccounts': own(['user', 'admin', 'staff', 'finance', 'readOnly', 'defender'], ({ account }) => ({
    body: { default_account_update: true, new_default_account: account },
  })),
  'GET /v1/account/{id}/logo': ofAnyAccount(object(EVERYBODY, ({ account }) => ({ path: { id: account } }))),
  'POST /v1/account/{id}/logo': ofAnyAccount(
    restricted(ADMINS, ({ account }) => ({ path: { id: account }, body: { data: null } })),
  ),
  // another account's: in the own one every further call would have to wait for a second factor
  // of the account that one is in: apps/platform/src/identity/accounts says that it is for admins
  'PUT /v1/account/{id}/second-factor': restricted(EVERYBODY, ({ account }) => ({
    path: { id: 999_999 },
    body: { required: true },
    status: 404,
    asked: { path: { id: account } },
  })),
  'PUT /v1/account/{id}/time-zone': restricted(ADMINS, ({ account }) => ({
    path: { id: account },
    body: { time_zone: 15, all_users: false },
  })),
  // in no other account of the caller's
  'GET /v1/whereabouts': own(DESK_ACCOUNT, ({ project }) => ({ query: { kind: 'project', id: project }, status: 404 })),
  'GET /v1/dashboard/{id}/businessunits/': object(EVERYBODY, ({ account }) => ({
    path: { id: account },
    query: { limit: 10, offset: 0 },
  })),
  'POST /v1/dashboard/{id}/businessunits/': restricted(DESK_ADMINS, ({ account }) => ({
    path: { id: account },
    body: { business_unit_name: 'Retail' },
  })),
  // one of the demo's own
  'PUT /v1/dashboard/{id}/businessunits/{unit}': restricted(DESK_ADMINS, ({ account }) => ({
    path: { id: account, unit: 2 },
    body: { business_unit_name: 'Healthcare', status_id: 1 },
  })),
  'GET /v1/account-management': session(SUPER_ADMINS, () => ({ query: { limit: 10, offset: 0 }, status: 403 })),
  'POST /v1/dashboards': session(SUPER_ADMINS, () => ({
    body: ACCOUNT_FORM,
    status: 403,
  })),
  'GET /v1/dashboards/{id}': session(SUPER_ADMINS, ({ account }) => ({ path: { id: account }, status: 403 })),
  'PUT /v1/dashboards/{id}': session(SUPER_ADMINS, ({ account }) => ({
    path: { id: account },
    body: ACCOUNT_CHANGES,
    status: 403,
  })),
  // none that is there: all further calls would be refused
  'POST /v1/dashboards/{id}/suspend': session(SUPER_ADMINS, () => ({ path: { id: 999_999 }, status: 403 })),
  'POST /v1/dashboards/{id}/resume': session(SUPER_ADMINS, () => ({ path: { id: 999_999 }, status: 403 })),
  'GET /v1/dashboards/{id}/members': session(SUPER_ADMINS, ({ account }) => ({
    path: { id: account },
    query: { limit: 10, offset: 0 },
    status: 403,
  })),
  'POST /v1/dashboards/{id}/members': session(SUPER_ADMINS, ({ account }) => ({
    path: { id: account },
    body: { username: 'nobody@desk.example' },
    status: 403,
  })),
  'PUT /v1/dashboards/{id}/members/{uid}': session(SUPER_ADMINS, ({ account }) => ({
    path: { id: account, uid: 999_999 },
    body: { is_default: true },
    status: 403,
  })),
  // of the account that one is in: apps/platform/src/identity/managed-accounts
  'PUT /v1/dashboards/{id}/members/{uid}/role': ofAnyAccount(
    restricted(ADMINS, ({ account, user }) => ({
      path: { id: account, uid: 999_999 },
      body: { role_id: 1 },
      status: 404,
      asked: { path: { id: account, uid: user } },
    })),
  ),
  'DELETE /v1/dashboards/{id}/members/{uid}': session(SUPER_ADMINS, ({ account }) => ({
    path: { id: account, uid: 999_999 },
    status: 403,
  })),
  'POST /v1/dashboards/{id}/members/{uid}/invitation': session(SUPER_ADMINS, ({ account }) => ({
    path: { id: account, uid: 999_999 },
    status: 403,
  })),
  'GET /v1/account-features': own(SUPER_ADMINS, () => ({ query: { limit: 10, offset: 0 }, status: 403 })),
  'PUT /v1/account/{id}/features/{feature}': session(SUPER_ADMINS, ({ account }) => ({
    path: { id: account, feature: 'nested_quota' },
    body: { is_on: true },
    status: 403,
  })),
  'GET /v1/platform': open(() => ({})),
  'POST /v1/platform': session(SUPER_ADMINS, () => ({ body: PLATFORM_FORM, status: 403 })),
}
