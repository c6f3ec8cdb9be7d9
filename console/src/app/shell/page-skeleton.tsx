import { useTranslation } from 'react-i18next'
import { useLocation } from '../../lib/page-router.tsx'
import css from './page-skeleton.module.css'

/** What a page consists of: rows of a table, figures over a chart, cards below each other, or a conversation. */
type PageKind = 'list' | 'figures' | 'cards' | 'chat'

const kinds: Readonly<Record<string, PageKind>> = {
  detail: 'figures',
  setting: 'cards',
  personal: 'cards',
  topup: 'cards',
  about: 'cards',
  status: 'cards',
  'user-agreement': 'cards',
  'privacy-policy': 'cards',
  playground: 'chat',
  playground333: 'chat',
}

const pageKindOf = (pathname: string): PageKind => kinds[pathname.split('/')[1] ?? ''] ?? 'list'

/** The blocks of each kind below its title. */
const blocks: Readonly<Record<PageKind, readonly string[]>> = {
  list: ['bar', 'rows'],
  figures: ['bar', 'figures', 'chart'],
  cards: ['card', 'card', 'card'],
  chat: ['question', 'answer', 'composer'],
}

/** Replaces a page while its code or texts load: empty at first, then in the shape of the page that comes. */
export function PageSkeleton() {
  const { t } = useTranslation()
  const kind = useLocation({ select: ({ pathname }) => pageKindOf(pathname) })
  return (
    <div role="status" aria-label={t('loading')} className={css.page} data-kind={kind} data-pending>
      {kind !== 'chat' && <span data-block="title" />}
      {blocks[kind].map((block, index) => (
        <span key={index} data-block={block} />
      ))}
    </div>
  )
}
