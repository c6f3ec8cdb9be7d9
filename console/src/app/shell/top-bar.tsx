import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import { useStatus } from '../../lib/queries.ts'
import { useSessionUser } from '../../lib/session.ts'
import { AccountMenu } from './account-menu.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { isNewYear, NewYear } from './new-year.tsx'
import { NoticeButton } from './notice-button.tsx'
import css from './shell.module.css'
import { showPalette } from './shortcuts.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

const publicPaths = ['/', '/login', '/register', '/reset', '/setup', '/pricing', '/about']
const isHttpUrl = (text: string): boolean => /^https?:\/\//i.test(text)

function ModeBadge() {
  const { t } = useTranslation('shell')
  const status = useStatus()
  if (status?.self_use_mode_enabled) return <ColorTag color="purple">{t('modes.selfUse')}</ColorTag>
  if (status?.demo_site_enabled) return <ColorTag color="blue">{t('modes.demo')}</ColorTag>
  return null
}

function Brand() {
  const status = useStatus()
  const logo = status?.logo || '/logo.svg'
  return (
    <Link to="/" className={css.brand}>
      <img src={logo} alt="" width={24} height={24} />
      <span className={css.brandName}>{status?.system_name}</span>
    </Link>
  )
}

const paletteKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

/** The quick navigation for those who do not know its keys, or have none. */
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
      <SearchOutlined aria-hidden />
      <span aria-hidden>{t('search')}</span>
      <kbd aria-hidden>{paletteKeys}</kbd>
    </button>
  )
}

export function TopBar() {
  const { t } = useTranslation('shell')
  const status = useStatus()
  const user = useSessionUser()
  const pathname = useLocation({ select: (location) => location.pathname })
  const isPublic = publicPaths.some((path) => path === pathname)
  // Before the set-up every page is the set-up; links would only lead back to it.
  const isSetUp = status?.setup !== false
  const docs = status && isHttpUrl(status.docs_link) ? status.docs_link : null
  return (
    <header className={css.topBar}>
      <Brand />
      <ModeBadge />
      <nav className={css.topNav} aria-label={t('nav.main')}>
        {isSetUp && (
          <>
            <Link to="/" activeOptions={{ exact: true }} className={`${css.topLink} ${css.topHome}`}>
              {t('nav.home')}
            </Link>
            <Link to="/token" className={css.topLink} data-status={!isPublic && user ? 'active' : undefined}>
              {t('nav.console')}
            </Link>
          </>
        )}
        {isSetUp && (
          <Link to="/pricing" className={css.topLink}>
            {t('nav.pricing')}
          </Link>
        )}
        {docs && (
          <a href={docs} target="_blank" rel="noreferrer" className={css.topLink}>
            {t('nav.docs')}
          </a>
        )}
        {isSetUp && (
          <Link to="/about" className={`${css.topLink} ${css.topAbout}`}>
            {t('nav.about')}
          </Link>
        )}
      </nav>
      <div className={css.topActions}>
        {isNewYear(new Date()) && <NewYear />}
        {isSetUp && <SearchButton />}
        {isSetUp && <NoticeButton />}
        <ThemeToggle />
        <LanguageMenu />
        {isSetUp && <AccountMenu />}
      </div>
    </header>
  )
}
