import type { ClientConfig } from '#runtime/config.ts'
import { useConfig } from '#runtime/hooks/use-config.ts'
import { OutsideLink } from '#ui/outside-link.tsx'

/** The link to the installation's documentation of what the page does (§9.13); nothing where the installation has none. */
export function DocumentationLink({
  of,
  children,
}: {
  readonly of: keyof ClientConfig['links']['docs']
  readonly children: string
}) {
  const href = useConfig().links.docs[of]
  return href === null ? null : <OutsideLink href={href}>{children}</OutsideLink>
}
