import { explainVerdict, wordsOfFault } from '@desk/schema/statements/verdict-words'
import { verifyStatement, type StatementCrypto, type StatementVerdict } from '@desk/schema/statements/verify-statement'
import { FileCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import styles from './statements.module.css'

const FAULTS_SHOWN = 200

/** What became of a file; a verdict of undefined: it is no statement. */
type Outcome =
  | { readonly kind: 'none' | 'reading' | 'failed' }
  | { readonly kind: 'judged'; readonly name: string; readonly verdict: StatementVerdict | undefined }

/** Verifies the file of a statement in this browser: it needs no sign-in, and sends nothing (settlement.md §2). */
export function VerifyStatement({ crypto }: { readonly crypto: StatementCrypto }) {
  const input = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const take = async (file: File) => {
    setOutcome({ kind: 'reading' })
    try {
      setOutcome({ kind: 'judged', name: file.name, verdict: await verifyStatement(await file.text(), crypto) })
    } catch {
      // a file that vanished, or a browser that hashes on secure pages alone
      setOutcome({ kind: 'failed' })
    }
  }
  return (
    <div className={styles['period']}>
      <p className={styles['note']}>
        Choose the CSV file of a statement. It is checked in this browser alone: nothing is sent.
      </p>
      <div>
        <Button
          icon={<FileCheck aria-hidden />}
          isPending={outcome.kind === 'reading'}
          onPress={() => input.current?.click()}
        >
          Choose file
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv"
          aria-label="File of the statement"
          onChange={event => {
            const file = event.target.files?.[0]
            if (file !== undefined) void take(file)
            // the same file may be chosen again
            event.target.value = ''
          }}
        />
      </div>
      {outcome.kind === 'failed' ? (
        <Banner tone="error">
          The file could not be checked: it could not be read, or this page was not loaded by https.
        </Banner>
      ) : null}
      {outcome.kind !== 'judged' ? null : outcome.verdict === undefined ? (
        <Banner tone="error">{`${outcome.name} is no statement of a sample desk.`}</Banner>
      ) : (
        <Verdict verdict={outcome.verdict} />
      )}
    </div>
  )
}

function Verdict({ verdict }: { readonly verdict: StatementVerdict }) {
  const { isWhole, faults } = verdict
  return (
    <>
      <Banner tone={isWhole ? 'info' : 'error'}>
        <span className={styles['hash']}>{explainVerdict(verdict).join(' ')}</span>
      </Banner>
      {faults.length === 0 ? null : (
        <ul className={styles['faults']} aria-label="Faults">
          {faults.slice(0, FAULTS_SHOWN).map(fault => (
            <li key={JSON.stringify(fault)}>{wordsOfFault(fault)}</li>
          ))}
          {faults.length > FAULTS_SHOWN ? <li>and {faults.length - FAULTS_SHOWN} more</li> : null}
        </ul>
      )}
    </>
  )
}
