import type { AnchorHTMLAttributes } from 'react'

/** A link to another site: a new tab that learns nothing of this one. */
export function OutsideLink(props: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string }) {
  return <a {...props} target="_blank" rel="noopener noreferrer" />
}
