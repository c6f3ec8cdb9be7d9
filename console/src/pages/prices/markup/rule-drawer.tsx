import { type MarkupRule, markupAddMax, markupFactorMax, markupRoundings } from '@sluice/contract/price-sheet'
import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer, type Submitted } from '../../../components/form-drawer.tsx'
import { NumberInput } from '../../../components/number-input.tsx'
import texts from '../../../components/text.module.css'
import { useOpening } from '../../../components/use-opening.ts'
import { usePrices } from '../prices-context.ts'
import { useBounds } from '../use-bounds.ts'
import { channelsQuery } from './queries.ts'
import { useRuleText } from './rule-text.ts'
import { buildRule, newRule, type RuleValues, valuesOf } from './rules.ts'

interface RuleDrawerProps {
  rules: readonly MarkupRule[]
  /** The place of the edited rule; that after the last = a new one; null = closed. */
  open: number | null
  onClose(): void
}

const percentBounds = { min: -100, max: (markupFactorMax - 1) * 100 } as const
const addBounds = { min: 0, max: markupAddMax, isOptional: true } as const

/** A rule in words. What is edited joins the unpublished changes. */
export function RuleDrawer({ rules, open, onClose }: RuleDrawerProps) {
  const { t } = useTranslation(['prices', 'common'])
  const { editRules } = usePrices()
  const shown = useOpening(open)
  const place = shown.open ?? rules.length
  const edited = rules[place]
  const save = async (values: RuleValues): Promise<Submitted> => {
    const rule = { ...newRule, ...(edited && valuesOf(edited)), ...values }
    editRules(rules.toSpliced(place, 1, buildRule(rule)))
    return 'saved'
  }
  return (
    <FormDrawer<RuleValues>
      key={shown.count}
      open={shown.isOpen}
      title={edited === undefined ? t('markup.addTitle') : t('markup.editTitle', { number: place + 1 })}
      submitText={t('markup.take')}
      initialValues={edited === undefined ? newRule : valuesOf(edited)}
      onSubmit={save}
      onClose={onClose}
    >
      <RuleFields />
    </FormDrawer>
  )
}

function RuleFields() {
  const { t } = useTranslation('prices')
  const { sheet } = usePrices()
  const form = Form.useFormInstance<RuleValues>()
  const bounds = useBounds()
  const channels = useQuery(channelsQuery)
  const ruleText = useRuleText(channels.data)
  const values = Form.useWatch((all: Partial<RuleValues>) => all, form)
  const names = useMemo(() => (sheet?.rows ?? []).map(({ model }) => ({ value: model })), [sheet])
  const nameList = { mode: 'tags' as const, tokenSeparators: [',', ' ', '\n'], options: names }
  return (
    <>
      <Form.Item<RuleValues>
        name="models"
        label={t('markup.models')}
        extra={t('markup.modelsHelp')}
        rules={[{ required: true, message: t('markup.modelsNeeded') }]}
      >
        <Select {...nameList} autoFocus />
      </Form.Item>
      <Form.Item<RuleValues> name="except" label={t('markup.exceptLabel')} extra={t('markup.exceptHelp')}>
        <Select {...nameList} />
      </Form.Item>
      <Form.Item<RuleValues> name="channel" label={t('markup.channel')} extra={t('markup.channelHelp')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          loading={channels.isLoading}
          options={channels.data ?? []}
          placeholder={t('markup.anyChannel')}
        />
      </Form.Item>
      <Form.Item<RuleValues>
        name="percent"
        label={t('markup.percent')}
        extra={t('markup.percentHelp')}
        required
        rules={[bounds(percentBounds)]}
      >
        <NumberInput suffix="%" />
      </Form.Item>
      <Form.Item<RuleValues>
        name="add"
        label={t('markup.addAmount')}
        extra={t('markup.addHelp')}
        rules={[bounds(addBounds)]}
      >
        <NumberInput prefix="$" />
      </Form.Item>
      <Form.Item<RuleValues> name="round" label={t('markup.round')} required>
        <Select options={markupRoundings.map((value) => ({ value, label: t(`markup.rounding.${value}`) }))} />
      </Form.Item>
      <p role="status" className={texts.note}>
        {values?.percent == null ? '' : t('markup.sentence', { price: ruleText(buildRule({ ...newRule, ...values })) })}
      </p>
    </>
  )
}
