import { Chance } from './random.ts'

/** How a kind of respondent behaves. Only this process knows the kind: no link and no line of the ledger has it. */
interface PersonaKind {
  /** Whether a client rejects its completes. */
  readonly isBad: boolean
  /** Its weight among the respondents. */
  readonly weight: number
}

/** Whom a panel sends, good and bad. */
export const PERSONAS = {
  honest: { isBad: false, weight: 62 },
  fastButHonest: { isBad: false, weight: 10 },
  duplicateFarm: { isBad: true, weight: 9 },
  rotatingAddresses: { isBad: true, weight: 6 },
  ghost: { isBad: true, weight: 3 },
  careless: { isBad: true, weight: 6 },
  languageModel: { isBad: true, weight: 4 },
} as const satisfies Record<string, PersonaKind>
export type Persona = keyof typeof PERSONAS

/** The marks and parameters that a respondent brings to the door and back. */
export interface PlayedRespondent {
  readonly persona: Persona
  readonly fingerprint: string | null
  readonly address: string
  /** ISO 3166 alpha-2. */
  readonly country: string
  readonly fromDatacentre: boolean
  /** The length of the interview, as a share of the stated LOI. */
  readonly lengthShare: number
  /** The survey's scores of the answers, from 0 to 100. */
  readonly scores: Readonly<Record<'straight_lining' | 'open_ends' | 'text_analytics' | 'bot_score', number>>
  /** Comes back without proof of having been in the survey. */
  readonly isUnsigned: boolean
}

const FARM_DEVICES = 4
const HOME = 'US'

/** Plays respondents one after the other, the same for a seed. */
export class PersonaPlayer {
  readonly #chance: Chance
  readonly #farm: readonly string[]
  #rotated = 0

  constructor(seed: number) {
    this.#chance = new Chance(seed)
    this.#farm = Array.from({ length: FARM_DEVICES }, () => this.#token())
  }

  /** The next respondent. @param wanted its kind; left out: by weight */
  next(wanted?: Persona): PlayedRespondent {
    const chance = this.#chance
    const weights = Object.fromEntries(Object.entries(PERSONAS).map(([name, { weight }]) => [name, weight]))
    const persona = wanted ?? chance.weighted(weights as Record<Persona, number>) // fromEntries loses the key types
    const fair = this.#fair(persona)
    switch (persona) {
      case 'honest':
        return fair
      case 'fastButHonest':
        return { ...fair, lengthShare: 0.3 + chance.fraction() * 0.3 }
      case 'duplicateFarm': {
        const device = chance.whole(0, FARM_DEVICES - 1)
        return {
          ...fair,
          fingerprint: this.#farm[device] ?? null,
          address: `198.51.100.${device + 1}`,
          lengthShare: 0.2 + chance.fraction() * 0.5,
        }
      }
      case 'rotatingAddresses':
        this.#rotated += 1
        // the device is hidden; addresses are those of one network
        return {
          ...fair,
          fingerprint: chance.fraction() < 0.7 ? null : fair.fingerprint,
          address: `203.0.113.${(this.#rotated % 250) + 1}`,
          country: chance.fraction() < 0.4 ? 'CA' : HOME,
          lengthShare: 0.3 + chance.fraction() * 0.6,
        }
      case 'ghost':
        return { ...fair, isUnsigned: true, lengthShare: 0.02 }
      case 'careless':
        return {
          ...fair,
          lengthShare: 0.1 + chance.fraction() * 0.4,
          scores: { ...fair.scores, straight_lining: chance.whole(55, 100), open_ends: chance.whole(40, 100) },
        }
      case 'languageModel':
        return {
          ...fair,
          fromDatacentre: chance.fraction() < 0.6,
          scores: { ...fair.scores, text_analytics: chance.whole(50, 100), bot_score: chance.whole(45, 100) },
        }
    }
  }

  #fair(persona: Persona): PlayedRespondent {
    const chance = this.#chance
    return {
      persona,
      // a few keep their device to themselves
      fingerprint: chance.fraction() < 0.03 ? null : this.#token(),
      address: `10.${chance.whole(0, 255)}.${chance.whole(0, 255)}.${chance.whole(1, 254)}`,
      country: chance.fraction() < 0.02 ? 'CA' : HOME,
      fromDatacentre: chance.fraction() < 0.01,
      lengthShare: Math.min(1.7, Math.max(0.35, chance.spread(0.25))),
      scores: {
        straight_lining: chance.whole(0, 62),
        open_ends: chance.whole(0, 55),
        text_analytics: chance.whole(0, 60),
        bot_score: chance.whole(0, 50),
      },
      isUnsigned: false,
    }
  }

  /** A mark that no other respondent has, by the seed alone. */
  #token(): string {
    return Array.from({ length: 4 }, () => this.#chance.whole(0, 0xffff_ffff).toString(16).padStart(8, '0')).join('')
  }
}
