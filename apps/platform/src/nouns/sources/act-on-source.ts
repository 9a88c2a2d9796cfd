import { ClassicSource } from '@desk/schema/sources/classic-source'
import { Source } from '@desk/schema/sources/source'
import { Effect, Schema } from 'effect'
import type { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { actFor, type Asked } from '#kernel/edits/act-for'
import type { Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import type { Calling } from '#kernel/http/requester'
import type { EndedAbove } from './ended-above.ts'

/** The content of a refusal: the source as it is now, or the objects that have ended above it. */
type Current = Source | ClassicSource | EndedAbove

const encodeSource = Schema.encodeSync(Source)
const encodeClassic = Schema.encodeSync(ClassicSource)

function currentOnWire(current: Current): Schema.Json {
  if (!('stmid' in current)) return current
  return 'tst' in current ? encodeClassic(current) : encodeSource(current)
}

/**
 * Acts on sources as `actFor` does. The result is stored under its Idempotency-Key by the names of the wire, whatever
 * names the code of a repeat uses. A refusal shows it by them too, since the contract knows that only as JSON.
 */
const actOn = <Answer, Wire>(schema: Schema.Codec<Answer, Wire>) => {
  const encode = Schema.encodeSync(schema)
  const decode = Schema.decodeSync(schema)
  const onWire = (outcome: Outcome<Answer, Current>): Outcome<Wire, Schema.Json> => {
    if (outcome.kind === 'done') return { kind: 'done', answer: encode(outcome.answer) }
    return outcome.kind === 'refused' ? { ...outcome, current: currentOnWire(outcome.current) } : outcome
  }
  return (
    database: Database['Service'],
    caller: Calling,
    asked: Asked,
    act: (tx: Tx, actor: Actor) => Promise<Outcome<Answer, Current>>,
  ) =>
    Effect.map(
      actFor(database, caller, asked, async (tx, actor) => onWire(await act(tx, actor))),
      wire => decode(wire),
    )
}

export const actOnSource = actOn(Source)
export const actOnSources = actOn(Schema.Array(Source))
export const actOnClassic = actOn(ClassicSource)
