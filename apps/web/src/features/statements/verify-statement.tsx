import { explainVerdict, wordsOfFault, wordsOfNoStatement } from '@desk/schema/statements/verdict-words'
import {
  verifyFile,
  type NoStatement,
  type StatementCrypto,
  type StatementVerdict,
} from '@desk/schema/statements/verify-statement'
import { FileCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { Banner, type BannerTone } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import styles from './statements.module.css'

const FAULTS_SHOWN = 200

/** The result for a file. */
type Outcome =
  | { readonly kind: 'none' | 'reading' | 'failed' }
  | { readonly kind: 'judged'; readonly name: string; readonly verdict: StatementVerdict | NoStatement }

/** Verifies the file of a statement in this browser: it needs no sign-in, and sends nothing (settlement.md §2). */
export function VerifyStatement({ crypto }: { readonly crypto: StatementCrypto }) {
  const input = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    setOutcome({ kind: 'reading' })
    try {
      setOutcome({
        kind: 'judged',
        name: file.name,
        verdict: await verifyFile(new Uint8Array(await file.arrayBuffer()), crypto),
      })
    } catch {
      // a file that vanished, or a browser that hashes on secure pages alone
      setOutcome({ kind: 'failed' })
    }
  }
  return (
    <div className={styles['verifier']}>
      <div
        className={styles['drop']}
        role="group"
        aria-label="Drop a file here"
        onDragOver={event => event.preventDefault()}
        onDrop={event => {
          event.preventDefault()
          void take(event.dataTransfer.files[0])
        }}
      >
        <Button
          icon={<FileCheck aria-hidden />}
          isPending={outcome.kind === 'reading'}
          onPress={() => input.current?.click()}
        >
          Choose file
        </Button>
        <span className={styles['note']}>
          or drop the signed CSV file of a statement here. It is checked in this browser alone: nothing is sent.
        </span>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.xlsx"
          aria-label="File of the statement"
          onChange={event => {
            void take(event.target.files?.[0])
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
      {outcome.kind !== 'judged' ? null : typeof outcome.verdict === 'string' ? (
        <Banner tone="error">{wordsOfNoStatement(outcome.name, outcome.verdict)}</Banner>
      ) : (
        <Verdict name={outcome.name} verdict={outcome.verdict} />
      )}
    </div>
  )
}

/** A statement without a signature check is neither valid nor not. */
const toneOf = ({ isWhole, isSigned, faults, seal }: StatementVerdict): BannerTone =>
  isWhole ? 'info' : seal !== null && isSigned === null && faults.length === 0 ? 'warning' : 'error'

function Verdict({ name, verdict }: { readonly name: string; readonly verdict: StatementVerdict }) {
  const { faults } = verdict
  const [first = '', ...others] = explainVerdict(verdict)
  return (
    <section className={styles['period']} aria-label={`Verdict on ${name}`}>
      <Banner tone={toneOf(verdict)}>{first}</Banner>
      {others.map(sentence => (
        <p key={sentence} className={styles['hash']}>
          {sentence}
        </p>
      ))}
      {faults.length === 0 ? null : (
        <ul className={styles['faults']} aria-label="Faults">
          {faults.slice(0, FAULTS_SHOWN).map(fault => (
            <li key={JSON.stringify(fault)}>{wordsOfFault(fault)}</li>
          ))}
          {faults.length > FAULTS_SHOWN ? (
            <li>and {(faults.length - FAULTS_SHOWN).toLocaleString('en-US')} more</li>
          ) : null}
        </ul>
      )}
      {verdict.fingerprint === null || verdict.isSigned === false ? null : (
        <p className={styles['note']}>
          A signature says which key signed, not whose it is:{' '}
          <a href={`/v1/statement-keys/${verdict.fingerprint}`}>ask this desk whose key it is</a>.
        </p>
      )}
    </section>
  )
}
