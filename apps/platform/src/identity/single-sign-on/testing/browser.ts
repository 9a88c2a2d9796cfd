import type { Answer, TestPlatform } from '#testing/platform'

/** The address of the desk under test, as its provider knows it. */
export const DESK = 'http://desk.test'

/** The browser's memory between the two: the cookies of each. */
export class SignOnBrowser {
  readonly #platform: TestPlatform
  readonly #cookies = new Map<string, Map<string, string>>()

  constructor(platform: TestPlatform) {
    this.#platform = platform
  }

  /** Types an address on the sign-in page. */
  async start(
    username: string,
    more: { readonly redirect?: string; readonly remember?: boolean } = {},
  ): Promise<Answer> {
    const answer = await this.#platform.call('POST', '/v1/login/single-sign-on', { body: { username, ...more } })
    this.#keep(DESK, answer.headers)
    return answer
  }

  /** Signs on at the provider as this user. @returns the address that it sends the browser back to */
  async atProvider(location: string, who: string): Promise<string> {
    let at = location
    for (let step = 0; step < 10; step += 1) {
      if (at.startsWith(DESK)) return at
      const { origin } = new URL(at)
      let response = await this.#visit(at)
      if (response.status === 200) {
        const form = /action="([^"]+)"/.exec(await response.text())?.[1]
        if (form === undefined) throw new Error('The provider shows no form.')
        at = new URL(form, origin).href
        response = await this.#visit(at, new URLSearchParams({ who }))
      }
      const next = response.headers.get('location')
      if (next === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
      at = new URL(next, at).href
    }
    throw new Error('The provider leads around.')
  }

  /** Comes back to the desk. @returns where it leads the browser */
  async comeBack(address: string): Promise<string> {
    const { pathname, search } = new URL(address, DESK)
    const response = await fetch(`${this.#platform.url}${pathname}${search}`, {
      redirect: 'manual',
      headers: { cookie: this.cookieOf(DESK) },
    })
    if (response.status !== 303) throw new Error(`The callback answered ${response.status}.`)
    return response.headers.get('location') ?? ''
  }

  /** Begins to confirm who the user of a session is. */
  async confirm(token: string): Promise<Answer> {
    const answer = await this.#platform.call('POST', '/v1/confirmation/single-sign-on', { token })
    this.#keep(DESK, answer.headers)
    return answer
  }

  /** Asks for what confirms it. */
  async confirmed(token: string): Promise<Answer> {
    return this.#platform.call('POST', '/v1/confirmation/single-sign-on/finish', {
      token,
      headers: { cookie: this.cookieOf(DESK) },
    })
  }

  /** Asks for the session. */
  async finish(): Promise<Answer> {
    const answer = await this.#platform.call('POST', '/v1/login/single-sign-on/finish', {
      headers: { cookie: this.cookieOf(DESK) },
    })
    return answer
  }

  /** All of it. */
  async signOn(username: string, who = username, more: { readonly redirect?: string } = {}): Promise<Answer> {
    const { status, body } = await this.start(username, more)
    if (status !== 200) throw new Error(`Starting answered ${status}: ${JSON.stringify(body)}`)
    await this.comeBack(await this.atProvider(body.location, who))
    return this.finish()
  }

  cookieOf(origin: string): string {
    return [...(this.#cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async #visit(address: string, form?: URLSearchParams): Promise<Response> {
    const { origin } = new URL(address)
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: this.cookieOf(origin) },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    })
    this.#keep(origin, response.headers)
    return response
  }

  #keep(origin: string, headers: Headers): void {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>()
    for (const cookie of headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1)
      const at = pair.indexOf('=')
      jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    this.#cookies.set(origin, jar)
  }
}
