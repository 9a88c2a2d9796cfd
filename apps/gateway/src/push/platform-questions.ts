import type { Logger } from 'pino'
import { PlatformAway, type PlatformClient } from '../platform/platform-client.ts'
import { singleFlight } from './single-flight.ts'
import { projectOfSurvey, type Denied, type Verdict, type WatchJudge } from './watch-judge.ts'

export const AWAY: Denied = { ok: false, status: 503, message: 'The desk is away for the moment. Please try again.' }

export interface PlatformQuestionsOptions {
  readonly client: PlatformClient
  readonly judge: () => Promise<WatchJudge>
  readonly log: Logger
}

/** The gateway's questions to the platform on behalf of viewers: nothing here throws, and an unreadable answer is logged. */
export class PlatformQuestions {
  readonly #options: PlatformQuestionsOptions
  readonly #projectOf = singleFlight<number | null>()

  constructor(options: PlatformQuestionsOptions) {
    this.#options = options
  }

  /** Asks who a viewer is and what they may watch; `AWAY` while the platform does not answer. */
  async ask(question: (judge: WatchJudge) => Promise<Verdict>): Promise<Verdict> {
    try {
      return await question(await this.#options.judge())
    } catch (error) {
      this.#tell(error)
      return AWAY
    }
  }

  /** Asked once for all concurrent watchers of the survey; null when the platform is away. */
  async projectAbove(surveyId: number, accountId: number, token: string): Promise<{ projectId: number | null } | null> {
    try {
      return {
        projectId: await this.#projectOf(`${accountId} ${surveyId}`, () =>
          projectOfSurvey(this.#options.client, surveyId, token),
        ),
      }
    } catch (error) {
      this.#tell(error)
      return null
    }
  }

  #tell(error: unknown): void {
    if (!(error instanceof PlatformAway))
      this.#options.log.error({ err: error }, 'The platform answered what could not be read')
  }
}
