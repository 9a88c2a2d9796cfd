import { ADMINS, EVERYBODY, SUPER_ADMINS } from './callers.ts'
import { object, own, restricted, session, type Endpoint } from './endpoint.ts'

export const USER_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/users': own(ADMINS, ({ user }) => ({
    query: { search: 'a', role_id: 'all', uid: user, limit: 10, offset: 0 },
    asked: { query: { uid: user } },
  })),
  // a zone outside the list: no user is made, and no mail comes after the answer
  'POST /v1/users': session(ADMINS, () => ({
    body: { firstname: 'Ada', lastname: 'Byron', username: 'ada@acme.example', role_id: 2, user_time_zone: 9_999 },
  })),
  'PUT /v1/users/{id}': object(EVERYBODY, ({ user }) => ({
    path: { id: user },
    body: { uid: user, password: '', user_time_zone: 15 },
  })),
  // of another one than oneself
  'DELETE /v1/users/{id}': restricted(SUPER_ADMINS, ({ user }) => ({ path: { id: user }, status: 403 })),
  'POST /v1/users/{id}/second-factor/disable': restricted(SUPER_ADMINS, ({ user, password }) => ({
    path: { id: user },
    body: { confirmation: { present_password: password } },
    status: 403,
  })),
  'POST /v1/users/{id}/single-sign-on/unbind': restricted(ADMINS, ({ user, password }) => ({
    path: { id: user },
    body: { confirmation: { present_password: password } },
    status: 403,
  })),
  'GET /v1/user-types': own(EVERYBODY, ({ user }) => ({ query: { uid: user } })),
  'GET /v1/users/{id}/sessions': restricted(ADMINS, ({ user }) => ({
    path: { id: user },
    query: { limit: 10, offset: 0 },
  })),
  // of no user: every other call needs the sessions of the stage
  'DELETE /v1/users/{id}/sessions': restricted(ADMINS, ({ user }) => ({
    path: { id: 999_999 },
    status: 404,
    asked: { path: { id: user } },
  })),
  'DELETE /v1/users/{id}/sessions/{session}': restricted(ADMINS, ({ user, session }) => ({
    path: { id: user, session: '00000000-0000-4000-8000-000000000000' },
    status: 404,
    asked: { path: { id: user, session } },
  })),
}
