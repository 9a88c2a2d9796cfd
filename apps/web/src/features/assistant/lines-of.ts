import { AssistantProgress } from '@desk/schema/assistant/answer'
import { Option, Schema } from 'effect'

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(AssistantProgress))

/** Reads the lines of an answer while its bytes come; the last line, the answer itself, is none of them. */
export function progressReader(onProgress: (progress: AssistantProgress) => void): (part: Uint8Array) => void {
  const decoder = new TextDecoder()
  let begun = ''
  return part => {
    const lines = (begun + decoder.decode(part, { stream: true })).split('\n')
    begun = lines.pop() ?? ''
    for (const line of lines) {
      const progress = decode(line)
      if (Option.isSome(progress)) onProgress(progress.value)
    }
  }
}
