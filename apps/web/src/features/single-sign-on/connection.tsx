import type { SignOn, SignOnState } from '@desk/schema/single-sign-on/sign-on'
import { useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { ClientSecret } from './client-secret.tsx'
import styles from './single-sign-on.module.css'

interface Row {
  readonly name: string
  readonly value: string
}

function Known({ rows, canCopy = false }: { readonly rows: readonly Row[]; readonly canCopy?: boolean }) {
  return (
    <dl className={styles['known']}>
      {rows.map(({ name, value }) => (
        <div key={`${name} ${value}`}>
          <dt>{name}</dt>
          <dd>
            <span>{value}</span>
            {canCopy ? (
              <Button
                size="small"
                onPress={() => void copyText(value, `The ${name.toLowerCase()}`)}
                aria-label={`Copy the ${name.toLowerCase()}`}
              >
                Copy
              </Button>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The desk's data for the provider. */
export function ForTheProvider({ state }: { readonly state: SignOnState }) {
  return (
    <section className={styles['card']} aria-labelledby="for-the-provider">
      <h2 id="for-the-provider" className={styles['heading']}>
        Details for your provider
      </h2>
      <p className={styles['note']}>
        By OpenID Connect: register the desk there as a web application with the authorization code and PKCE, and these
        addresses. It must send the scopes openid, email and profile, and say that addresses are verified
        (email_verified).
      </p>
      <Known
        canCopy
        rows={[
          { name: 'Redirect URI', value: state.callback_url },
          { name: 'Sign-out redirect URI', value: state.sign_out_url },
        ]}
      />
      <p className={styles['note']}>
        By SAML 2.0: it signs assertions by SHA-256, and names users by a persistent NameID, with their address as the
        attribute email.
      </p>
      <Known
        canCopy
        rows={[
          { name: 'Entity ID and metadata', value: state.metadata_url },
          { name: 'Assertion consumer service', value: state.acs_url },
        ]}
      />
    </section>
  )
}

/** Whether the stored provider answers, the secret, and the last sign-on of any user. */
export function ConnectionCard({ signOn, onChanged }: { readonly signOn: SignOn; readonly onChanged: () => void }) {
  const zone = useZone()
  const [isSecretOpen, setSecretOpen] = useState(false)
  const [now] = useState(() => Date.now())
  const isSaml = signOn.kind === 'saml'
  const test = useAct('singleSignOn.test')
  const tested = test.answered?.answer
  return (
    <section className={styles['card']} aria-labelledby="connection">
      <h2 id="connection" className={styles['heading']}>
        Connection
      </h2>
      <p className={styles['note']}>
        {isSaml
          ? ''
          : signOn.has_secret
            ? 'A client secret is set.'
            : 'No client secret is set: the desk signs on as a public client.'}{' '}
        {signOn.proved_at === null
          ? 'No user has signed on through this provider yet.'
          : `Last sign-on: ${dateTimeText(Date.parse(signOn.proved_at), zone.name)}.`}
      </p>
      {signOn.certified.length === 0 ? null : (
        <Known
          rows={signOn.certified.map(({ subject, valid_until: until }) => ({
            name: Date.parse(until) < now ? 'Expired certificate' : 'Certificate',
            value: `${subject}, until ${dateTimeText(Date.parse(until), zone.name)}`,
          }))}
        />
      )}
      {isSaml ? null : (
        <div className={styles['buttons']}>
          <Button onPress={() => test.send({ payload: { issuer: signOn.issuer } })} isPending={test.isPending}>
            Test the connection
          </Button>
          <Button onPress={() => setSecretOpen(true)}>Set the client secret</Button>
        </div>
      )}
      {tested === undefined ? null : (
        <p className={styles['outcome']} data-tone={tested.fault === null ? 'good' : 'bad'} role="status">
          {tested.fault ?? 'The provider answers, and says what the desk needs.'}
        </p>
      )}
      {tested === undefined || tested.found.length === 0 ? null : <Known rows={tested.found} />}
      <CallFailure error={test.failure} />
      {isSecretOpen ? (
        <ClientSecret
          hasOne={signOn.has_secret}
          onSaved={() => {
            setSecretOpen(false)
            onChanged()
          }}
          onClosed={() => setSecretOpen(false)}
        />
      ) : null}
    </section>
  )
}
