import type { ApiToken } from '@sluice/contract/api-token'
import { autoGroup } from '@sluice/contract/group'
import { isOwnGroupOnly } from '@sluice/contract/group-texts'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { CountPresets } from '../../components/count-presets.tsx'
import { never } from '../../components/expiry.ts'
import { ExpiryInput } from '../../components/expiry-input.tsx'
import { FormSection } from '../../components/form-section.tsx'
import layout from '../../components/layout.module.css'
import { Row } from '../../components/layout.tsx'
import { NumberField } from '../../components/number-field.tsx'
import texts from '../../components/text.module.css'
import { useOptionsState } from '../../components/use-options-state.tsx'
import { formatNumber, formatQuota, formatTime } from '../../lib/format.ts'
import { useGroupText } from '../../lib/group-text.ts'
import { statusQuery } from '../../lib/queries.ts'
import { sortModels } from '../../lib/sort-models.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { autoGroupsQuery, usableGroupsQuery, usableModelsQuery } from '../../lib/user-queries.ts'
import { DrawingFields } from './drawing-fields.tsx'
import { FreeButton, RateFields, SpendFields } from './limit-fields.tsx'
import {
  type SummaryPart,
  summariseAccess,
  summariseCount,
  summariseModels,
  summariseRates,
  summariseSpend,
} from './summarise-token.ts'
import { SwitchField } from './switch-field.tsx'
import css from './token-form.module.css'
import { nameMaxFor, type TokenValues } from './token-values.ts'

const countPresets = [10, 20, 30, 100] as const
const expiryChoices = ['never', 'hour', 'day', 'month'] as const

/** The fields of a token: its name, and everything else folded. `edited` is the edited token, absent = a new one. */
export function TokenForm({ edited }: { edited?: ApiToken }) {
  const { t } = useTranslation('tokens')
  const { data: status } = useQuery(statusQuery)
  const isDrawingShown = status?.enable_drawing === true || Object.keys(edited?.drawing ?? {}).length > 0
  const values = Form.useWatch((all: TokenValues) => all, { preserve: true }) ?? {}
  const summaryOf = useSummaryText()
  return (
    <>
      <NameField />
      <FormSection
        title={t('section.spend')}
        summary={summaryOf(summariseSpend(values))}
        action={<FreeButton isUnlimited={values.unlimited_quota === true} />}
      >
        <SpendFields edited={edited} />
      </FormSection>
      <FormSection title={t('section.expiry')} summary={expiryText(values.expired_time, t('section.never'))}>
        <ExpiryField edited={edited} />
      </FormSection>
      <FormSection title={t('section.models')} summary={summaryOf(summariseModels(values))}>
        <ModelFields />
        <GroupField />
        <AutoGroupFields />
      </FormSection>
      <FormSection title={t('section.access')} summary={summaryOf(summariseAccess(values))}>
        <Form.Item<TokenValues> name="allow_ips" label={t('form.ips')} extra={t('form.ipsHint')}>
          <Input.TextArea
            autoSize={{ minRows: 2, maxRows: 8 }}
            placeholder={t('form.ipsPlaceholder')}
            spellCheck={false}
            className={texts.mono}
          />
        </Form.Item>
        <Form.Item<TokenValues> name="deny_ips" label={t('form.deniedIps')} extra={t('form.deniedIpsHint')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} spellCheck={false} className={texts.mono} />
        </Form.Item>
      </FormSection>
      <FormSection title={t('section.rates')} summary={summaryOf(summariseRates(values))}>
        <RateFields />
      </FormSection>
      {isDrawingShown && (
        <FormSection title={t('form.drawing')} summary={t('section.drawing')}>
          <DrawingFields />
        </FormSection>
      )}
      {edited === undefined && (
        <FormSection title={t('section.count')} summary={summaryOf(summariseCount(values))}>
          <CountField />
        </FormSection>
      )}
    </>
  )
}

const expiryText = (seconds: number | undefined, never: string): string =>
  seconds !== undefined && seconds > 0 ? formatTime(seconds) : never

function useSummaryText(): (parts: readonly SummaryPart[]) => string {
  const { t } = useTranslation(['tokens', 'common'])
  const format = useQuotaFormat()
  const textOf = (part: SummaryPart): string => {
    switch (part.text) {
      case 'stopsAfter':
      case 'perDay':
      case 'perMonth':
        return t(`section.amount.${part.text}`, { amount: formatQuota(part.quota, format) })
      case 'models':
      case 'allowedIps':
      case 'deniedIps':
      case 'several':
        return t(`section.counted.${part.text}`, { count: part.count })
      case 'group':
        return t('section.group', { group: part.group })
      case 'rate':
        return t('section.rate', { limit: t(`common:limits.${part.name}`), number: formatNumber(part.count) })
      default:
        return t(`section.plain.${part.text}`)
    }
  }
  return (parts) => parts.map(textOf).join(' · ')
}

function NameField() {
  const { t } = useTranslation('tokens')
  return (
    <Form.Item<TokenValues>
      name="name"
      label={t('form.name')}
      dependencies={['count', 'unlimited_quota']}
      rules={[
        { required: true, whitespace: true, message: t('form.nameRequired') },
        ({ getFieldValue }) => {
          const count = getFieldValue('unlimited_quota') ? 1 : getFieldValue('count')
          const max = nameMaxFor(Number(count))
          return {
            max,
            transform: (name: string) => name.trim(),
            message: t('form.nameTooLong', { count: max }),
          }
        },
      ]}
    >
      <Input autoFocus placeholder={t('form.namePlaceholder')} autoComplete="off" />
    </Form.Item>
  )
}

function GroupField() {
  const { t } = useTranslation('tokens')
  const query = useQuery(usableGroupsQuery)
  const state = useOptionsState(query)
  const groups = query.data ?? {}
  const groupText = useGroupText()
  const names = Object.keys(groups)
  // The group of the account applies in any case: alone it is no choice.
  const hasChoice = names.length > 1 || Object.values(groups).some(({ desc }) => !isOwnGroupOnly(desc))
  if (query.data !== undefined && !hasChoice) {
    return (
      // The field stays in the form: a stored group is kept.
      <Form.Item<TokenValues> name="group" label={t('form.group')} getValueProps={() => ({ value: undefined })}>
        <Select disabled placeholder={t('form.noGroups')} aria-label={t('form.group')} />
      </Form.Item>
    )
  }
  return (
    <Form.Item<TokenValues> name="group" label={t('form.group')} extra={t('form.groupHint')}>
      <Select
        allowClear
        showSearch
        placeholder={t('accountGroup')}
        {...state}
        options={names.map((name) => ({ value: name, label: name }))}
        optionRender={({ value }) => {
          const group = groups[String(value)]
          return (
            <Row as="span" gap={12} align="stretch" justify="between">
              <span>{value}</span>
              <span className={texts.faint}>
                {[
                  groupText(group?.desc ?? ''),
                  group?.ratio === autoGroup ? t('form.autoRatio') : t('form.groupRatio', { ratio: group?.ratio ?? 1 }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </Row>
          )
        }}
      />
    </Form.Item>
  )
}

/** The order of the groups of a token that tries several. */
function AutoGroupFields() {
  const { t } = useTranslation('tokens')
  const form = Form.useFormInstance<TokenValues>()
  const isAuto = Form.useWatch<string | undefined>('group', form) === autoGroup
  const query = useQuery({ ...autoGroupsQuery, enabled: isAuto })
  const state = useOptionsState(query)
  const { groups = [], max_count: max = 0 } = query.data ?? {}
  return (
    <div hidden={!isAuto}>
      <Form.Item<TokenValues>
        name="auto_groups"
        label={t('form.autoGroups')}
        extra={t('form.autoGroupsHint', { count: max })}
      >
        <Select
          mode="multiple"
          allowClear
          placeholder={t('form.autoGroupsPlaceholder')}
          {...(max > 0 && { maxCount: max })}
          {...state}
          options={groups.map((name) => ({ value: name, label: name }))}
        />
      </Form.Item>
      <SwitchField name="cross_group_retry" label={t('form.crossGroupRetry')} hint={t('form.crossGroupRetryHint')} />
    </div>
  )
}

function CountField() {
  const { t } = useTranslation('tokens')
  const form = Form.useFormInstance<TokenValues>()
  const isUnlimited = Form.useWatch<boolean | undefined>('unlimited_quota', form) ?? false
  const count = Form.useWatch<number | undefined>('count', form)
  return (
    <>
      <Form.Item<TokenValues>
        name="count"
        label={t('form.count')}
        className={css.tight}
        rules={[{ type: 'integer', min: 1, required: true, message: t('form.countInvalid') }]}
      >
        <NumberField className={layout.wide} disabled={isUnlimited} controls={false} inputMode="numeric" />
      </Form.Item>
      <Form.Item extra={t('form.countHint')}>
        <CountPresets
          presets={countPresets}
          value={count}
          disabled={isUnlimited}
          onChoose={(preset) => {
            form.setFieldValue('count', preset)
            form.validateFields(['count', 'name']).catch(() => undefined)
          }}
        />
      </Form.Item>
    </>
  )
}

function ExpiryField({ edited }: { edited: ApiToken | undefined }) {
  const { t } = useTranslation('tokens')
  const isPast = (seconds: number) => seconds !== never && seconds <= Date.now() / 1000
  return (
    <Form.Item<TokenValues>
      name="expired_time"
      label={t('form.expiry')}
      required
      rules={[
        {
          validator: async (_, seconds: number) => {
            if (Number.isNaN(seconds)) throw new Error(t('form.expiryInvalid'))
            if (seconds !== edited?.expired_time && isPast(seconds)) throw new Error(t('form.expiryPast'))
          },
        },
      ]}
    >
      <ExpiryInput choices={expiryChoices} />
    </Form.Item>
  )
}

function ModelFields() {
  const { t } = useTranslation('tokens')
  const form = Form.useFormInstance<TokenValues>()
  const isLimited = Form.useWatch<boolean | undefined>('model_limits_enabled', form) ?? false
  const query = useQuery(usableModelsQuery)
  const state = useOptionsState(query, t('form.noModels'))
  return (
    <>
      <SwitchField
        name="model_limits_enabled"
        label={t('form.limitModels')}
        hint={t('form.limitModelsHint')}
        onChange={(limited) => {
          if (!limited) form.validateFields(['model_limits']).catch(() => undefined)
        }}
      />
      <Form.Item<TokenValues>
        name="model_limits"
        label={t('form.models')}
        required
        rules={[
          {
            validator: async (_, chosen: string[]) => {
              if (form.getFieldValue('model_limits_enabled') && chosen.length === 0)
                throw new Error(t('form.modelsRequired'))
            },
          },
        ]}
      >
        <Select
          mode="multiple"
          allowClear
          disabled={!isLimited}
          placeholder={isLimited ? t('form.modelsPlaceholder') : t('form.modelsOff')}
          {...state}
          options={sortModels(query.data ?? []).map((value) => ({ value, label: value }))}
        />
      </Form.Item>
    </>
  )
}
