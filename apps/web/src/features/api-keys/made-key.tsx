import type { MadeApiKey } from '@desk/schema/api-keys/api-key'
import { ShownOnce } from '#kit/secrets/shown-once.tsx'

/** A new key. */
export function MadeKey({ made, onClosed }: { readonly made: MadeApiKey; readonly onClosed: () => void }) {
  return (
    <ShownOnce
      title={`The key “${made.name}”`}
      noun="key"
      secret={made.secret}
      note={
        <>
          The program sends it with every call: <code>Authorization: Bearer {made.starts_with}…</code>
        </>
      }
      onClosed={onClosed}
    >
      It is shown once. Copy it to the secret store of the program, and nowhere else.
    </ShownOnce>
  )
}
