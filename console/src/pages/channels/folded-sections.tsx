import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format.ts'
import type { ChannelFormValues } from './channel-form.ts'
import { FoldedSection } from './folded-section.tsx'
import { HandlingFields } from './handling-fields.tsx'
import { LimitFields } from './limit-fields.tsx'
import { RequestFields } from './request-fields.tsx'
import { type FoldedSectionName, sectionNames, summariseSection } from './section-summary.ts'

export interface FoldedSectionsProps {
  open: ReadonlySet<FoldedSectionName>
  onOpen(name: FoldedSectionName, isOpen: boolean): void
  /** The expiry of the stored channel in Unix seconds; -1 = none. */
  storedExpiry: number
}

const fieldsOf = {
  requests: RequestFields,
  limits: LimitFields,
  handling: HandlingFields,
} as const

/** Sections that most channels do not need. The header of each names what is set in it. */
export function FoldedSections({ open, onOpen, storedExpiry }: FoldedSectionsProps) {
  const { t } = useTranslation('channel-editor')
  const summaryOf = useSummary()
  return sectionNames.map((name) => {
    const Fields = fieldsOf[name]
    return (
      <FoldedSection
        key={name}
        title={t(`form.${name}`)}
        summary={summaryOf(name)}
        isOpen={open.has(name)}
        onOpen={(isOpen) => onOpen(name, isOpen)}
      >
        <Fields storedExpiry={storedExpiry} onRefused={() => onOpen(name, true)} />
      </FoldedSection>
    )
  })
}

const useValue = <K extends keyof ChannelFormValues>(name: K): ChannelFormValues[K] | undefined =>
  Form.useWatch(name, { preserve: true })

function useSummary(): (section: FoldedSectionName) => string {
  const { t } = useTranslation('channel-editor')
  const values = {
    status_code_mapping: useValue('status_code_mapping') ?? '',
    param_override: useValue('param_override') ?? '',
    header_override: useValue('header_override') ?? '',
    cost_prices: useValue('cost_prices') ?? '',
    setting: useValue('setting') ?? '',
    max_input_tokens: useValue('max_input_tokens') ?? 0,
    expired_time: useValue('expired_time') ?? -1,
  }
  return (section) => {
    const parts = summariseSection(section, values)
    if (parts.length === 0) return t('summary.none')
    return parts.map(({ field, count }) => t(`summary.${field}`, { count, number: formatNumber(count) })).join(' · ')
  }
}
