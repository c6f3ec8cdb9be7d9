import css from './channel-name.module.css'
import { Row } from './layout.tsx'
import texts from './text.module.css'

/** A channel by name and number; a deleted one has no name. Number 0 = none. */
export function ChannelName({ id, name }: { id: number; name: string }) {
  if (id === 0) return null
  return (
    <Row as="span" gap={6} align="baseline" shrink title={name === '' ? undefined : name}>
      {name !== '' && <span className={texts.clip}>{name}</span>}
      <span className={css.id}>#{id}</span>
    </Row>
  )
}
