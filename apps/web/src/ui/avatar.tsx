'use no memo'

import { initialsOf } from './format/initials.ts'
import styles from './avatar.module.css'

export interface AvatarProps {
  firstname: string
  lastname: string
  size?: number
}

/** A person's initials in a disc. Decoration: the name is beside it or names its button. */
export function Avatar({ firstname, lastname, size = 32 }: AvatarProps) {
  return (
    <span aria-hidden className={styles['avatar']} style={{ inlineSize: size, blockSize: size, fontSize: size * 0.4 }}>
      {initialsOf(firstname, lastname)}
    </span>
  )
}
