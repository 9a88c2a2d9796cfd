import { useState } from 'react'
import signedReturnCs from '@desk/schema/return-hash-examples/SignedReturn.cs?raw'
import signedReturnJava from '@desk/schema/return-hash-examples/SignedReturn.java?raw'
// the linter looks at the module, and not at its text
// oxlint-disable-next-line import/default
import signedReturnJs from '@desk/schema/return-hash-examples/signed-return.mjs?raw'
import signedReturnPhp from '@desk/schema/return-hash-examples/signed-return.php?raw'
import signedReturnGo from '@desk/schema/return-hash-examples/signed_return.go?raw'
import signedReturnPy from '@desk/schema/return-hash-examples/signed_return.py?raw'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Tabs } from '#ui/tabs.tsx'
import styles from './return-hashing.module.css'

// the files that the platform's tests run and check: docs/return-hashing
const EXAMPLES = [
  { id: 'php', label: 'PHP', code: signedReturnPhp },
  { id: 'python', label: 'Python', code: signedReturnPy },
  { id: 'java', label: 'Java', code: signedReturnJava },
  { id: 'csharp', label: 'C#', code: signedReturnCs },
  { id: 'go', label: 'Go', code: signedReturnGo },
  { id: 'javascript', label: 'JavaScript', code: signedReturnJs },
] as const
type ExampleId = (typeof EXAMPLES)[number]['id']

/** Programs that sign a return, one in each language that surveys are written in. */
export function HashExamples() {
  const [chosen, setChosen] = useState<ExampleId>('php')
  return (
    <div className={styles['examples']}>
      <Tabs
        label="Examples by language"
        value={chosen}
        onChange={setChosen}
        tabs={EXAMPLES.map(({ id, label, code }) => ({
          id,
          label,
          content: (
            <div className={styles['program']}>
              <pre className={styles['code']} tabIndex={0} role="region" aria-label={`Example in ${label}`}>
                {code.trimEnd()}
              </pre>
              <Button size="small" onPress={() => void copyText(code, `The ${label} example`)}>
                Copy the {label} example
              </Button>
            </div>
          ),
        }))}
      />
    </div>
  )
}
