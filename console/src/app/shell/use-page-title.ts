import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { modelAtPath } from '../../lib/model-address.ts'
import { useLocation } from '../../lib/page-router.tsx'
import { useStatus } from '../../lib/queries.ts'
import { type NavEntry, navEntries } from '../navigation.ts'

type OtherLabel =
  | 'about'
  | 'agreement'
  | 'privacy'
  | 'chat'
  | 'docs'
  | 'home'
  | 'live'
  | 'login'
  | 'pricing'
  | 'receipt'
  | 'register'
  | 'reset'
  | 'setup'
  | 'status'
type PageLabel = NavEntry['label'] | OtherLabel

/** The labels by the path, or by its first segment. */
const labels: Record<string, PageLabel | undefined> = {
  '': 'home',
  about: 'about',
  chat: 'chat',
  'channel-live': 'live',
  docs: 'docs',
  chat2link: 'chat',
  login: 'login',
  oauth: 'login',
  playground: 'playground',
  pricing: 'pricing',
  receipt: 'receipt',
  register: 'register',
  reset: 'reset',
  setup: 'setup',
  status: 'status',
  'user-agreement': 'agreement',
  'privacy-policy': 'privacy',
  ...Object.fromEntries(navEntries.map(({ to, label }) => [to.slice(1), label])),
}

/** The label of the page at `pathname`; undefined = there is no such page. */
export const pageLabelOf = (pathname: string): PageLabel | undefined =>
  pathname === '/user/reset' ? 'reset' : (labels[pathname.slice(1)] ?? labels[pathname.split('/')[1] ?? ''])

/** Names the page in the browser's tab. */
export function usePageTitle(): void {
  const { t } = useTranslation('shell')
  const siteName = useStatus()?.system_name
  const label = useLocation({ select: ({ pathname }) => pageLabelOf(pathname) })
  const model = useLocation({ select: ({ pathname }) => modelAtPath(pathname) })
  const name = model ?? (label === undefined ? t('notFound.title') : t(`nav.${label}`))
  useEffect(() => {
    document.title = [label !== 'home' && name, siteName].filter(Boolean).join(' · ')
  }, [label, name, siteName])
}
