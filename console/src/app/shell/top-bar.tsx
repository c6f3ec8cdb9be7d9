import MenuOutlined from '@ant-design/icons-svg/es/asn/MenuOutlined'
import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined'
import { isWebLink } from '@sluice/contract/address-forms'
import { readHeaderNav } from '@sluice/contract/nav-modules'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import { Row } from '../../components/layout.tsx'
import { globeIcon } from '../../components/plain/globe-icon.ts'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { PlainIcon } from '../../components/plain/plain-icon.tsx'
import texts from '../../components/text.module.css'
import { withBasePath } from '../../lib/base-path.ts'
import { Link, useLocation, useNavigate } from '../../lib/page-router.tsx'
import { useStatus } from '../../lib/queries.ts'
import { useSessionUser } from '../../lib/session.ts'
import { AccountMenu } from './account-menu.tsx'
import { isNewYear } from './is-new-year.ts'
import { MenuButton } from './menu-button.tsx'
import { NoticeButton } from './notice-button.tsx'
import css from './shell.module.css'
import { showPalette } from './shortcuts.tsx'
import { useLanguageItems, useThemeItem } from './use-look-items.tsx'

const NewYear = lazy(async () => ({ default: (await import('./new-year.tsx')).NewYear }))

const publicPaths = [
  '/',
  '/login',
  '/register',
  '/reset',
  '/setup',
  '/pricing',
  '/status',
  '/about',
  '/user-agreement',
  '/privacy-policy',
]

/** The page of a model belongs to the prices; without a name it is the operators' catalogue. */
const isModelPage = (pathname: string): boolean => pathname.startsWith('/models/')
const isPublicPage = (pathname: string): boolean =>
  publicPaths.includes(pathname) || isModelPage(pathname) || /^\/(docs|receipt)(\/|$)/.test(pathname)

function ModeBadge() {
  const { t } = useTranslation('shell')
  const status = useStatus()
  if (status?.self_use_mode_enabled) return <ColorTag color="purple">{t('modes.selfUse')}</ColorTag>
  if (status?.demo_site_enabled) return <ColorTag color="blue">{t('modes.demo')}</ColorTag>
  return null
}

function Brand() {
  const status = useStatus()
  const logo = status?.logo || withBasePath('/logo.svg')
  return (
    <Link to="/" className={css.brand}>
      <img src={logo} alt="" width={24} height={24} />
      <span className={texts.cut}>{status?.system_name}</span>
    </Link>
  )
}

const paletteKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

/** Opens the quick navigation without the keyboard. */
function SearchButton() {
  const { t } = useTranslation('shell')
  return (
    <button
      type="button"
      className={css.searchButton}
      aria-label={t('search')}
      title={`${t('search')} (${paletteKeys})`}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={showPalette}
    >
      <PlainIcon of={SearchOutlined} />
      <span aria-hidden>{t('search')}</span>
      <kbd aria-hidden>{paletteKeys}</kbd>
    </button>
  )
}

interface NavLink {
  key: 'home' | 'console' | 'pricing' | 'docs' | 'status' | 'about'
  to: '/' | '/token' | '/pricing' | '/status' | '/about' | { url: string }
}

/** The links of the bar; none before the set-up. */
function useNavLinks(): NavLink[] {
  const status = useStatus()
  const docs: NavLink[] = status && isWebLink(status.docs_link) ? [{ key: 'docs', to: { url: status.docs_link } }] : []
  if (status?.setup === false) return docs
  const nav = readHeaderNav(status?.HeaderNavModules)
  const links: NavLink[] = [
    { key: 'home', to: '/' },
    { key: 'console', to: '/token' },
    { key: 'pricing', to: '/pricing' },
    ...docs,
    { key: 'status', to: '/status' },
    { key: 'about', to: '/about' },
  ]
  return links.filter(({ key }) => (key === 'pricing' ? nav.pricing.enabled : nav[key]))
}

function NavLinks({ links }: { links: NavLink[] }) {
  const { t } = useTranslation('shell')
  const user = useSessionUser()
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <nav className={css.topNav} aria-label={t('nav.main')}>
      {links.map(({ key, to }) =>
        typeof to === 'object' ? (
          <a key={key} href={to.url} target="_blank" rel="noreferrer" className={css.topLink}>
            {t(`nav.${key}`)}
          </a>
        ) : (
          <Link
            key={key}
            to={to}
            activeOptions={{ exact: to === '/' }}
            className={css.topLink}
            {...(key === 'console' && { 'data-status': !isPublicPage(pathname) && user ? 'active' : undefined })}
            {...(key === 'pricing' && isModelPage(pathname) && { 'data-status': 'active' })}
          >
            {t(`nav.${key}`)}
          </Link>
        ),
      )}
    </nav>
  )
}

/** The links and the site's mode on a phone, where the bar has space only for the name of the site. */
function PhoneNav({ links }: { links: NavLink[] }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const status = useStatus()
  if (links.length === 0) return null
  const hasMode = status?.self_use_mode_enabled || status?.demo_site_enabled
  return (
    <span className={css.phoneNav}>
      <MenuButton
        label={t('nav.main')}
        icon={<PlainIcon of={MenuOutlined} />}
        heading={hasMode ? <ModeBadge /> : undefined}
        items={links.map(({ key, to }) => ({
          key,
          label: t(`nav.${key}`),
          run: () => {
            if (typeof to === 'object') window.open(to.url, '_blank', 'noreferrer')
            else void navigate({ to })
          },
        }))}
      />
    </span>
  )
}

export function TopBar() {
  const isSetUp = useStatus()?.setup !== false
  const user = useSessionUser()
  const links = useNavLinks()
  return (
    <Row as="header" className={css.topBar}>
      <Brand />
      <span className={css.topMode}>
        <ModeBadge />
      </span>
      <NavLinks links={links} />
      <Row className={css.topActions}>
        <Suspense>{isNewYear(new Date()) && <NewYear />}</Suspense>
        {isSetUp && <SearchButton />}
        {isSetUp && <NoticeButton />}
        {/* On a phone the menu of the account has both. */}
        <span className={css.look} data-in-menu={isSetUp && user !== null}>
          <ThemeToggle />
          <LanguageMenu />
        </span>
        {isSetUp && <AccountMenu />}
        <PhoneNav links={links} />
      </Row>
    </Row>
  )
}

function LanguageMenu() {
  const { t } = useTranslation('shell')
  // The button has the icon.
  const items = useLanguageItems().map(({ icon: _, ...item }) => item)
  return <MenuButton label={t('language')} icon={<PlainIcon of={globeIcon} />} items={items} />
}

function ThemeToggle() {
  const { label, icon, run } = useThemeItem()
  return <PlainButton kind="text" aria-label={label} title={label} icon={icon} onClick={run} />
}
