/** A backup or restore that does not begin, or is taken back; the message says why and what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}
