import {
  isModuleShown,
  readSidebarNav,
  type SidebarNav,
  splitModule,
  writeSidebarNav,
} from '@sluice/contract/nav-modules'
import type { User } from '@sluice/contract/user'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { type NavEntry, navSectionsFor, ownPage } from '../../app/navigation.ts'
import { Row } from '../../components/layout.tsx'
import { api } from '../../lib/api.ts'
import { useStatus } from '../../lib/queries.ts'
import css from './personal-settings.module.css'
import { Section, SettingRow } from './section.tsx'
import { useAction } from './use-action.ts'

/** The account's menu with one entry shown or hidden. Showing an entry shows its section too. */
export function withEntry(nav: SidebarNav, { module }: Pick<NavEntry, 'module'>, isShown: boolean): SidebarNav {
  const { section, name } = splitModule(module)
  const entries = nav[section]
  const others = isShown && !entries.enabled ? allHidden(entries) : entries
  return { ...nav, [section]: { ...others, enabled: entries.enabled || isShown, [name]: isShown } }
}

const allHidden = (entries: object): Record<string, boolean> =>
  Object.fromEntries(Object.keys(entries).map((name) => [name, false]))

/** The entries of the menu, of those that the administrator allows. */
export function MenuSection({ user }: { user: User }) {
  const { t } = useTranslation(['personal-settings', 'shell'])
  const status = useStatus()
  const nav = readSidebarNav(user.sidebar_modules)
  const save = useAction(
    (next: SidebarNav) => api('PUT /api/user/self', { body: { sidebar_modules: writeSidebarNav(next) } }),
    { done: t('menu.saved') },
  )
  const allowed = navSectionsFor(user, status)
    .map((section) => ({ ...section, entries: section.entries.filter(({ module }) => module !== ownPage) }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <Section id="menu" purpose={t('purposeOf.menu')}>
      <div className={css.rows}>
        {allowed.map(({ key, label, entries }) => (
          <SettingRow
            key={key}
            label={t(`shell:nav.${label}`)}
            help={
              <Row as="span" gap={[8, 20]} align="stretch" wrap>
                {entries.map((entry) => (
                  <Checkbox
                    key={entry.to}
                    checked={isModuleShown(nav, entry.module)}
                    disabled={save.isPending}
                    onChange={({ target }) => save.mutate(withEntry(nav, entry, target.checked))}
                  >
                    {t(`shell:nav.${entry.label}`)}
                  </Checkbox>
                ))}
              </Row>
            }
          />
        ))}
      </div>
    </Section>
  )
}
