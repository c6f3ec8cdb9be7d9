import { type CallEndpoint, callEndpoints } from '@sluice/contract/priced-kinds'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, AutoComplete, Button, Form, Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../components/number-field.tsx'
import texts from '../../components/text.module.css'
import { useOptionsState } from '../../components/use-options-state.tsx'
import { ApiError } from '../../lib/api-client.ts'
import { enabledModelsQuery } from '../../lib/catalogue-queries.ts'
import { clearRefusal, placeRefusal } from '../../lib/place-refusal.ts'
import { type SearchOf, useUrlState } from '../../lib/url-state.ts'
import css from './channel-live.module.css'
import { DryRunResult } from './dry-run-result.tsx'
import { type DryRunForm, groupsQuery, runDry } from './queries.ts'
import { UserIdSelect } from './user-id-select.tsx'

const examples = { model: 'gpt-4o', response: 'resp_…' }
/** The fields that are folded. */
const rareFields = ['token_id', 'input_tokens', 'service_tier', 'response_id'] as const
/** Names of makers; a call may ask for others. */
const tiers = ['flex', 'priority', 'auto'].map((value) => ({ value }))

/** A link from a call fills in what it asked for. */
const askedDefaults = { model: '', group: '', user_id: 0, service_tier: '' }
export type DryRunSearch = SearchOf<typeof askedDefaults>

/** Asks where a call would go. */
export function DryRunPanel() {
  const [asked] = useUrlState(askedDefaults)
  const { t } = useTranslation('routing')
  const { t: tPricing } = useTranslation('pricing')
  const [form] = Form.useForm<DryRunForm>()
  const models = useQuery(enabledModelsQuery)
  const groups = useQuery(groupsQuery)
  const groupsState = useOptionsState(groups)
  const run = useMutation({ mutationFn: runDry, meta: { silent: true } })
  const [failure, setFailure] = useState<Error | null>(null)
  const [hasRare, setHasRare] = useState(asked.service_tier !== '')
  const showRefusal = (error: Error) => {
    // A field must be visible before it can be scrolled to.
    if (error instanceof ApiError && rareFields.some((name) => name in error.fields)) flushSync(() => setHasRare(true))
    setFailure(placeRefusal(form, error))
  }
  const submit = (values: DryRunForm) => {
    setFailure(null)
    clearRefusal(form)
    run.mutate(values, { onError: showRefusal })
  }
  useEffect(() => {
    if (asked.model !== '') form.submit()
  }, [asked.model, form])
  const numberField = (name: 'token_id' | 'input_tokens', label: string) => (
    <Form.Item name={name} label={label}>
      <NumberField controls={false} min={0} precision={0} />
    </Form.Item>
  )
  return (
    <section className={css.panel}>
      <h2>{t('dryRun.title')}</h2>
      <p className={`${texts.second} ${css.hint}`}>{t('dryRun.hint')}</p>
      <Form<DryRunForm>
        form={form}
        name="dry-run"
        layout="vertical"
        className={css.fields}
        initialValues={{
          model: asked.model,
          endpoint: 'openai',
          ...(asked.group !== '' && { group: asked.group }),
          ...(asked.user_id > 0 && { user_id: asked.user_id }),
          ...(asked.service_tier !== '' && { service_tier: asked.service_tier }),
        }}
        requiredMark={false}
        onFinish={submit}
      >
        <Form.Item
          name="model"
          label={t('dryRun.model')}
          rules={[{ required: true, whitespace: true, message: t('dryRun.modelMissing') }]}
        >
          <AutoComplete
            placeholder={examples.model}
            options={(models.data ?? []).map((value) => ({ value }))}
            showSearch={{ filterOption: (text, option) => isPartOf(text, String(option?.value)) }}
          />
        </Form.Item>
        <Form.Item name="endpoint" label={t('dryRun.endpoint')}>
          <Select<CallEndpoint>
            options={callEndpoints.map((value) => ({ value, label: tPricing(`endpoint.${value}`) }))}
          />
        </Form.Item>
        <Form.Item name="group" label={t('dryRun.group')}>
          <Select
            allowClear
            showSearch
            placeholder={t('dryRun.anyGroup')}
            options={(groups.data ?? []).map((value) => ({ value, label: value }))}
            {...groupsState}
          />
        </Form.Item>
        <Form.Item name="user_id" label={t('dryRun.user')}>
          <UserIdSelect />
        </Form.Item>
        <div className={css.run}>
          <Button type="primary" htmlType="submit" loading={run.isPending}>
            {t('dryRun.run')}
          </Button>
        </div>
        <details className={css.rare} open={hasRare} onToggle={({ currentTarget }) => setHasRare(currentTarget.open)}>
          <summary>{t('dryRun.more')}</summary>
          <div className={css.fields}>
            {numberField('token_id', t('dryRun.token'))}
            {numberField('input_tokens', t('dryRun.tokens'))}
            <Form.Item name="service_tier" label={t('dryRun.tier')}>
              <AutoComplete options={tiers} placeholder={t('dryRun.standardTier')} />
            </Form.Item>
            <Form.Item name="response_id" label={t('dryRun.response')}>
              <Input placeholder={examples.response} />
            </Form.Item>
          </div>
        </details>
      </Form>
      {failure && <Alert type="error" showIcon title={failure.message} />}
      {run.data && <DryRunResult result={run.data} />}
    </section>
  )
}

const isPartOf = (text: string, name: string): boolean => name.toLowerCase().includes(text.trim().toLowerCase())
