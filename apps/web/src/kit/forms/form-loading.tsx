import { NotLoaded } from '#kit/errors/loaded.tsx'
import { oneRead, type Read } from '#kit/errors/one-read.ts'
import screen from '#kit/heads/screen.module.css'

/** The page of a form while what it begins with is read, or when some of it did not come. */
export function FormLoading({ title, reads }: { readonly title: string; readonly reads: readonly Read[] }) {
  return (
    <div className={screen['screen']}>
      <h1>{title}</h1>
      <NotLoaded query={oneRead(reads)} title="The form" lines={8} />
    </div>
  )
}
