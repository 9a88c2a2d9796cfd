import type { FallbackReason } from '@desk/schema/assistant/answer'

/** Why a model gave no answer. It holds nothing of what the service said. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault'
  readonly _tag = 'ModelFault'
  readonly reason: FallbackReason

  constructor(reason: FallbackReason) {
    super(`The model did not answer: ${reason}.`)
    this.reason = reason
  }
}
