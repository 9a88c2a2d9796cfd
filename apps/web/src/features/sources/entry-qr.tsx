import { Dialog } from '#ui/dialog.tsx'
import { QrCode } from '#kit/codes/qr-code.tsx'
import styles from './sources.module.css'

export interface EntryQrProps {
  /** Whose link it is. */
  readonly name: string
  readonly link: string
  readonly onClose: () => void
}

/** A supplier's test link as a QR code. */
export default function EntryQr({ name, link, onClose }: EntryQrProps) {
  return (
    <Dialog isOpen title={`Test the link of ${name} on a phone`} onClose={onClose}>
      <div className={styles['qr']}>
        <QrCode text={link} label={`QR code of the test link of ${name}`} />
        <p className={styles['note']}>A test respondent counts in no figure.</p>
        <code>{link}</code>
      </div>
    </Dialog>
  )
}
