import { quantile, roundsOf, type Rounds } from '../measure.ts'

export interface Sides<Ours, Peer> {
  readonly ours: readonly Ours[]
  readonly peer: readonly Peer[]
}

/** Measures ours and the peer by turns, so that what the machine does meanwhile hits both alike. */
export async function byTurns<Ours, Peer>(rounds: number, measure: { ours: (round: number) => Promise<Ours>; peer: (round: number) => Promise<Peer> }): Promise<Sides<Ours, Peer>> {
  const ours: Ours[] = []
  const peer: Peer[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await measure.ours(round))
    peer.push(await measure.peer(round))
    console.log(`round ${round + 1} of ${rounds}: ours ${JSON.stringify(ours.at(-1))}, peer ${JSON.stringify(peer.at(-1))}`)
  }
  return { ours, peer }
}

export interface Compared {
  readonly ours: Rounds
  readonly peer: Rounds
  /** The median of the ratios of each round. */
  readonly ratio: number
}

/** One figure of each side's rounds. */
export function compare<Ours, Peer>({ ours, peer }: Sides<Ours, Peer>, ofOurs: (round: Ours) => number, ofPeer: (round: Peer) => number): Compared {
  const oursValues = ours.map(ofOurs)
  const peerValues = peer.map(ofPeer)
  const ratios = oursValues.map((value, round) => value / (peerValues[round] ?? Number.NaN))
  return { ours: roundsOf(oursValues), peer: roundsOf(peerValues), ratio: quantile(ratios, 0.5) }
}
