import { Link } from '@tanstack/react-router'
import texts from '../../components/text.module.css'
import css from './channel-live.module.css'

/** A channel by name and number; opens its editor. */
export function ChannelLink({ id, name }: { id: number; name: string }) {
  return (
    <Link to="/channel/edit/$id" params={{ id: String(id) }} className={`${texts.anywhere} ${css.name}`}>
      {name} <span className={texts.second}>#{id}</span>
    </Link>
  )
}
