import { DocumentationLink } from '#kit/heads/documentation-link.tsx'
import { HashExamples } from './hash-examples.tsx'
import styles from './return-hashing.module.css'

// what printf and openssl say of it: apps/platform/src/ledger/facts/return-hash.test.ts
const STEPS = `https://…/return?rdud=2s-0189&inbound_code=1000&Zip=a+b%26c

1  decode, encode by RFC 3986, sort   Zip=a%20b%26c&inbound_code=1000&rdud=2s-0189
2  HMAC-SHA256 with the key           printf %s 'Zip=a%20b%26c&inbound_code=1000&rdud=2s-0189' |
                                      openssl dgst -sha256 -hmac 'first key'
3  in hex, as the parameter hash      hash=659a0739870ebc70e34749e3d2596b9aa20854c4caf10402644c48056cea58f0`

/** The input of a hash, and its making, step by step and as programs (docs/return-hashing). */
export function HowToHash() {
  return (
    <section className={styles['part']} aria-labelledby="hash-how">
      <h2 id="hash-how">How a hash is made</h2>
      <p className={styles['links']}>
        <DocumentationLink of="hashing">Documentation of redirect hashing</DocumentationLink>
        <DocumentationLink of="completeApi">Documentation of the complete API</DocumentationLink>
      </p>
      <p>
        The hash is an HMAC-SHA256 in hex, with the key as text, over all parameters of the return but hash itself.
        Write them in one way, whatever your language does by itself:
      </p>
      <ol className={styles['rules']}>
        <li>
          Decode each name and value, then encode it by RFC 3986: letters, digits and <code>-._~</code> stay, everything
          else becomes <code>%</code> and two capital hex digits of its UTF-8. A space is <code>%20</code>, and{' '}
          <code>!&apos;()*</code> are encoded too.
        </li>
        <li>
          Sort by the encoded name: <code>10</code>, <code>9</code>, <code>Z</code>, <code>a</code>, <code>a-b</code>,{' '}
          <code>rdud</code>, <code>rdud2</code>.
        </li>
        <li>
          Join as <code>name=value</code> with <code>&amp;</code>; an empty value is <code>name=</code>.
        </li>
      </ol>
      <p className={styles['note']}>With the key “first key”:</p>
      <pre className={styles['code']} tabIndex={0} role="region" aria-label="A hash, step by step">
        {STEPS}
      </pre>
      <HashExamples />
      <p className={styles['note']}>
        A hash is also right over the same parameters as <code>encodeURIComponent</code> or a form encodes them (a space
        as <code>+</code>), and over what you send, letter by letter. A name that stands twice, percent sequences that
        are no UTF-8 and control characters are refused with 400, and nothing is recorded.
      </p>
    </section>
  )
}
