import type { Pricing } from '@sluice/contract/pricing'
import { useTranslation } from 'react-i18next'
import { PlainChoices } from '../../components/plain/plain-choices.tsx'
import { PlainSelect } from '../../components/plain/plain-select.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { formatRatio } from '../../lib/format.ts'
import { useGroupText } from '../../lib/group-text.ts'
import { useSessionUser } from '../../lib/session.ts'
import css from './pricing.module.css'

interface GroupSwitchProps {
  pricing: Pricing
  groups: string[]
  value: string
  onChange(group: string): void
}

/** More groups are shown as a select instead of buttons. */
const buttonsMax = 6

/** Selects the group whose prices are shown, the user's own first. */
export function GroupSwitch({ pricing, groups, value, onChange }: GroupSwitchProps) {
  const { t } = useTranslation('pricing')
  const groupText = useGroupText()
  const isPhone = useIsPhone()
  const ownGroup = useSessionUser()?.group
  const ratioOf = (group: string) => `×${formatRatio(pricing.group_ratio[group] ?? 1)}`
  const description = [value === ownGroup ? t('ownGroup') : '', groupText(pricing.usable_group[value] ?? '')]
  return (
    <div className={css.groupBar}>
      <span id="pricing-group">{t('group')}</span>
      {isPhone || groups.length > buttonsMax ? (
        <PlainSelect
          className={css.groupSelect}
          aria-labelledby="pricing-group"
          value={value}
          options={groups.map((group) => ({ value: group, label: `${group} ${ratioOf(group)}` }))}
          onChange={onChange}
        />
      ) : (
        <PlainChoices
          aria-labelledby="pricing-group"
          value={value}
          options={groups.map((group) => ({
            value: group,
            label: (
              <>
                {group} <small>{ratioOf(group)}</small>
              </>
            ),
          }))}
          onChange={onChange}
        />
      )}
      <span className={css.groupText}>{description.filter((text) => text !== '').join(' · ')}</span>
    </div>
  )
}
