import type { AnchorHTMLAttributes } from 'react'

/** A link to another site: opens a new tab without opener and referrer. */
export function OutsideLink(props: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string }) {
  return <a {...props} target="_blank" rel="noopener noreferrer" />
}
