import { rounded, roundsOf, type BenchResult, type Range, type Rounds } from '../measure.ts'

export interface Sides<Ours, Peer> {
  readonly ours: readonly Ours[]
  readonly peer: readonly Peer[]
}

/** Measures ours and the peer in turn, so that other load on the machine affects both alike. */
export async function byTurns<Ours, Peer>(
  rounds: number,
  measure: { ours: (round: number) => Promise<Ours>; peer: (round: number) => Promise<Peer> },
): Promise<Sides<Ours, Peer>> {
  const ours: Ours[] = []
  const peer: Peer[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await measure.ours(round))
    peer.push(await measure.peer(round))
    console.log(
      `round ${round + 1} of ${rounds}: ours ${JSON.stringify(ours.at(-1))}, peer ${JSON.stringify(peer.at(-1))}`,
    )
  }
  return { ours, peer }
}

export interface Compared {
  readonly ours: Rounds
  readonly peer: Rounds
  /** Ours to the peer's in each round. */
  readonly ratios: Rounds
  /** The ratio of the median round: the one whose ratio is in the middle, the lower of two. */
  readonly ratio: number
  /** The figures of that round. */
  readonly medianRound: { readonly round: number; readonly ours: number; readonly peer: number }
}

/** One figure of each side's rounds. */
export function compare<Ours, Peer>(
  { ours, peer }: Sides<Ours, Peer>,
  ofOurs: (round: Ours) => number,
  ofPeer: (round: Peer) => number,
): Compared {
  const measured = ours.map((one, at) => {
    const other = peer[at]
    if (other === undefined) throw new RangeError(`Round ${at + 1} has no peer`)
    return { round: at + 1, ours: ofOurs(one), peer: ofPeer(other) }
  })
  const byRatio = measured.toSorted((one, other) => one.ours / one.peer - other.ours / other.peer)
  const medianRound = byRatio[Math.floor((byRatio.length - 1) / 2)]
  if (medianRound === undefined) throw new RangeError('Nothing was measured')
  return {
    ours: roundsOf(measured.map(({ ours }) => ours)),
    peer: roundsOf(measured.map(({ peer }) => peer)),
    ratios: roundsOf(measured.map(({ ours, peer }) => ours / peer)),
    ratio: medianRound.ours / medianRound.peer,
    medianRound,
  }
}

const rangeOf = ({ min, median, max }: Rounds): Range => [rounded(min), rounded(median), rounded(max)]

/**
 * A bench's print of its first comparison: the figures of the median round, so that ours divided by the peer's is the
 * ratio, and the ranges of all rounds.
 */
export function headline({
  ours,
  peer,
  ratios,
  ratio,
  medianRound,
}: Compared): Pick<BenchResult, 'ratio' | 'ratioIs' | 'ours' | 'peer' | 'rounds'> {
  const count = ours.rounds.length
  return {
    ratio,
    ratioIs:
      count === 1
        ? 'ours ÷ peer of the one round'
        : `ours ÷ peer of round ${medianRound.round} of ${count}, whose ratio is the median`,
    ours: medianRound.ours,
    peer: medianRound.peer,
    rounds: { ours: rangeOf(ours), peer: rangeOf(peer), ratio: rangeOf(ratios) },
  }
}
