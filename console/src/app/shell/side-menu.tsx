import MenuFoldOutlined from '@ant-design/icons/es/icons/MenuFoldOutlined'
import MenuUnfoldOutlined from '@ant-design/icons/es/icons/MenuUnfoldOutlined'
import { Link, useLocation } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../../lib/queries.ts'
import { readText, writeText } from '../../lib/storage.ts'
import { isEntryOf, useNavSections } from '../navigation.ts'
import { navIcons } from './nav-icons.tsx'
import css from './shell.module.css'

/** Beside the whole menu, wide pages do not fit. */
const narrow = matchMedia('(max-width: 1199px)')
const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/**
 * The user's choice, otherwise the site's default. On a narrow page the menu is folded at first, and a choice there is
 * not stored.
 */
function useCollapsed(): [boolean, (value: boolean) => void] {
  const status = useStatus()
  const isNarrow = useSyncExternalStore(subscribe, () => narrow.matches)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const [chosen, setChosen] = useState(() => readText('default_collapse_sidebar'))
  const collapsed = chosen === null ? (status?.default_collapse_sidebar ?? false) : chosen === 'true'
  const choose = (value: boolean) => {
    writeText('default_collapse_sidebar', String(value))
    setChosen(String(value))
  }
  return isNarrow ? [!isUnfolded, (value) => setIsUnfolded(!value)] : [collapsed, choose]
}

export function SideMenu() {
  const { t } = useTranslation('shell')
  const sections = useNavSections()
  const pathname = useLocation({ select: (location) => location.pathname })
  const [collapsed, setCollapsed] = useCollapsed()
  const toggleLabel = collapsed ? t('expand') : t('collapse')
  return (
    <nav className={css.side} data-collapsed={collapsed} aria-label={t('nav.side')}>
      <div className={css.sideSections}>
        {sections.map((section) => (
          <div key={section.key} className={css.sideSection}>
            <div className={css.sideHeading}>{t(`nav.${section.label}`)}</div>
            {section.entries.map((entry) => (
              <Link
                key={entry.to}
                to={entry.to}
                className={css.sideLink}
                data-status={isEntryOf(entry, pathname) ? 'active' : undefined}
                aria-label={t(`nav.${entry.label}`)}
                title={collapsed ? t(`nav.${entry.label}`) : undefined}
              >
                {navIcons[entry.label]}
                <span className={css.sideLabel}>{t(`nav.${entry.label}`)}</span>
              </Link>
            ))}
          </div>
        ))}
      </div>
      <Button
        type="text"
        className={css.sideToggle}
        aria-label={toggleLabel}
        title={toggleLabel}
        aria-expanded={!collapsed}
        icon={collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        onClick={() => setCollapsed(!collapsed)}
      />
    </nav>
  )
}
