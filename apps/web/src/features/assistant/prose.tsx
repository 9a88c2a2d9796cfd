import type { ProsePiece } from '@desk/schema/assistant/answer'
import { dateTimeText } from '#ui/format/times.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { figureFacts, figureText } from './figure-text.ts'
import styles from './assistant.module.css'

/** A paragraph of a model: its words as text, and the figures, names and moments that the desk gave. */
export function Prose({ pieces }: { pieces: readonly ProsePiece[] }) {
  return (
    <p className={styles['prose']}>
      {pieces.map((piece, place) => (
        // pieces keep their places
        <Piece key={place} piece={piece} />
      ))}
    </p>
  )
}

function Piece({ piece }: { piece: ProsePiece }) {
  const zone = useZone()
  switch (piece.kind) {
    case 'text':
      return <>{piece.text}</>
    case 'figure': {
      const facts = figureFacts(piece.figure, zone.name)
      return (
        <a
          href={`#${piece.figure.link}`}
          title={`${piece.figure.label}. ${facts}`}
          aria-label={`${piece.figure.label} ${figureText(piece.figure)}. ${facts}`}
        >
          {figureText(piece.figure)}
        </a>
      )
    }
    case 'name':
      return <q>{piece.link === null ? piece.text : <a href={`#${piece.link}`}>{piece.text}</a>}</q>
    case 'time':
      return <>{dateTimeText(Date.parse(piece.at), zone.name)}</>
  }
}
