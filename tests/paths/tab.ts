import type { CommandFrom } from '@desk/machines/runtime/step'
import type { sessionMachine } from '@desk/machines/session/session.machine'
import type { Answer, TestPlatform } from '@desk/platform/testing/platform'

export type SessionCommand = CommandFrom<typeof sessionMachine>

/** One browser tab as far as the platform can tell: what its storage holds, and the call whose answer it waits for. */
export class Tab {
  token: string | null = null
  asked: SessionCommand | null = null
  stored: { readonly switchFlag: boolean; readonly loginParentDshUd: number | null } = {
    switchFlag: false,
    loginParentDshUd: null,
  }
  readonly held = new Map<string, string>()
  /** The second step of a sign-in. */
  factor = { challenge: '', secret: '' }
  /** Tokens that must not open anything any more. */
  readonly spent: string[] = []
  /** The account that the token is for. */
  accountId: number
  readonly #platform: TestPlatform['call']
  readonly #address: string

  constructor(platform: TestPlatform['call'], address: string, accountId: number) {
    this.#platform = platform
    this.#address = address
    this.accountId = accountId
  }

  call(
    method: string,
    path: string,
    { body, token = this.#present() }: { body?: unknown; token?: string | undefined } = {},
  ): Promise<Answer> {
    return this.#platform(method, path, { token, body, headers: { 'X-Forwarded-For': this.#address } })
  }

  /** Signs in as the form does, or as another tab would. */
  signIn(username: string, password: string): Promise<Answer> {
    return this.#platform('POST', '/v1/login', {
      body: { username, password },
      headers: { 'X-Forwarded-For': this.#address },
    })
  }

  /** The second step of the sign-in, as the form does it. */
  giveCode(code: string): Promise<Answer> {
    return this.#platform('POST', '/v1/login/second-factor', {
      body: { challenge: this.factor.challenge, code },
      headers: { 'X-Forwarded-For': this.#address },
    })
  }

  check(): Promise<Answer> {
    return this.call('GET', '/v1/user-login-details')
  }

  takeToken(token: string, { endsOld }: { endsOld: boolean }): void {
    if (endsOld) this.loseToken()
    this.token = token
  }

  loseToken(): void {
    if (this.token !== null) this.spent.push(this.token)
    this.token = null
  }

  #present(): string {
    if (this.token === null)
      throw new Error(`The machine asked for ${this.asked?.type ?? 'a call'} without a stored token (law 3)`)
    return this.token
  }
}
