import type { WhoMayCall } from '@desk/api/authorization'
import type { DeskApi } from '@desk/api/contract'
import type { HttpApi, HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'

/** The contract's endpoints as a type: nothing of the contract's code reaches the browser (docs/decisions/0007). */
type Groups = typeof DeskApi extends HttpApi.HttpApi<infer _Name, infer G> ? G : never
type EndpointsOf<G> =
  G extends HttpApiGroup.HttpApiGroup<infer Name, infer E>
    ? E extends HttpApiEndpoint.ConstraintRequest & { readonly method: string; readonly path: string }
      ? { readonly key: `${Name}.${E['identifier']}`; readonly endpoint: E }
      : never
    : never
type Listed = EndpointsOf<Groups>

/** The name of a call: its group and its name in the contract, `projects.list`. The gateway's own calls are left out. */
export type EndpointKey = Exclude<Listed['key'], 'changes.read' | 'watches.may'>
export type EndpointOf<K extends EndpointKey> = Extract<Listed, { readonly key: K }>['endpoint']

type Part<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : {} extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value }
/**
 * The parts of a call: path parameters, query and headers as the contract types them, the body as it goes over the
 * wire, a signal that aborts it, whether it outlives the page, a promise that it waits for, and listeners to the
 * amounts sent and received.
 */
export type RequestOf<K extends EndpointKey> = Part<'params', EndpointOf<K>['~Params']['Type']> &
  Part<'query', EndpointOf<K>['~Query']['Type']> &
  Part<'headers', EndpointOf<K>['~Headers']['Type']> &
  Part<'payload', EndpointOf<K>['~Payload']['Encoded']> & {
    readonly signal?: AbortSignal | undefined
    readonly keepalive?: boolean
    readonly after?: Promise<void>
    readonly onSent?: (share: number) => void
    readonly onReceived?: (bytes: number, part: Uint8Array) => void
  }

/** The answer to a call: the body, typed by the contract. */
export type AnswerOf<K extends EndpointKey> = EndpointOf<K>['~Success']['Type']

/** The same as it comes over the wire; undefined: no body. */
export type AnswerOnWire<K extends EndpointKey> =
  void extends AnswerOf<K> ? undefined : EndpointOf<K>['~Success']['Encoded']

/** Method, path, and who may call it. */
export type EndpointTable = {
  readonly [K in EndpointKey]: readonly [EndpointOf<K>['method'], EndpointOf<K>['path'], WhoMayCall]
}
