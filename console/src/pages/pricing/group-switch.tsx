import type { Pricing } from '@sluice/contract/pricing'
import { Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
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
  const optionOf = (group: string) => ({
    value: group,
    label: (
      <span>
        {group} <small className={css.quiet}>×{formatRatio(pricing.group_ratio[group] ?? 1)}</small>
      </span>
    ),
  })
  const description = [value === ownGroup ? t('ownGroup') : '', groupText(pricing.usable_group[value] ?? '')]
  return (
    <div className={css.groupBar}>
      <span id="pricing-group">{t('group')}</span>
      {isPhone || groups.length > buttonsMax ? (
        <Select
          className={css.groupSelect}
          aria-labelledby="pricing-group"
          showSearch
          value={value}
          options={groups.map(optionOf)}
          onChange={onChange}
        />
      ) : (
        <Radio.Group
          aria-labelledby="pricing-group"
          optionType="button"
          value={value}
          options={groups.map(optionOf)}
          onChange={(event) => onChange(String(event.target.value))}
        />
      )}
      <span className={css.groupText}>{description.filter((text) => text !== '').join(' · ')}</span>
    </div>
  )
}
