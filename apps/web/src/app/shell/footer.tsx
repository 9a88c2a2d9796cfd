'use no memo'

import { useConfig } from '#runtime/hooks/use-config.ts'
import { OutsideLink } from '#ui/outside-link.tsx'
import styles from './footer.module.css'

/** 'Powered by' the provider, with its Privacy Policy when there is one (§1.8). `isInset` if its container already has a margin. */
export function Footer({ isInset = false }: { readonly isInset?: boolean }) {
  const { provider } = useConfig()
  // Inside another region it is no landmark of the page.
  const Place = isInset ? 'div' : 'footer'
  return (
    <Place className={styles['footer']} data-inset={isInset || undefined}>
      <span>
        Powered by{' '}
        {provider.url === null ? provider.name : <OutsideLink href={provider.url}>{provider.name}</OutsideLink>}
      </span>
      {provider.privacyPolicyUrl === null ? null : (
        <OutsideLink href={provider.privacyPolicyUrl}>Privacy Policy</OutsideLink>
      )}
    </Place>
  )
}
