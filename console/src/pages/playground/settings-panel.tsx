import { autoGroup } from '@sluice/contract/group'
import { Link } from '@tanstack/react-router'
import { Button, type GetRef, Input, InputNumber, Select, Slider } from 'antd'
import { memo, type ReactNode, type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { Row, Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { formatRatio } from '../../lib/format.ts'
import { useGroupText } from '../../lib/group-text.ts'
import { useChatClients } from '../../lib/use-chat-clients.ts'
import type { Settings } from './build-request.ts'
import type { Conversation } from './conversation.ts'
import css from './playground.module.css'
import type { Offer } from './use-offer.ts'

export type InputNumberRef = GetRef<typeof InputNumber>

interface SettingsPanelProps {
  conversation: Conversation
  settings: Settings
  model: string
  /** The model of the second lane; null = no comparison. */
  otherModel: string | null
  offer: Offer
  isBusy: boolean
  /** The field of the output limit. */
  limit: Ref<InputNumberRef>
}

/** The settings of every call: models, group, and sampling. */
export const SettingsPanel = memo(function SettingsPanel(props: SettingsPanelProps) {
  const { conversation, settings, model, otherModel, offer, isBusy, limit } = props
  const { t } = useTranslation('playground')
  const groupText = useGroupText()
  const { temperature, maxTokens, system } = settings
  const groupNames = Object.keys(offer.groups)
  const groups =
    groupNames.length === 0
      ? [{ value: '', label: t('groupLabel', { name: t('ownGroup'), ratio: '1' }), desc: '' }]
      : groupNames.map((name) => {
          const { ratio, desc } = offer.groups[name] ?? { ratio: 1, desc: '' }
          return {
            value: name,
            label: ratio === autoGroup ? name : t('groupLabel', { name, ratio: formatRatio(ratio) }),
            desc: groupText(desc),
          }
        })
  const models = offer.models.map((name) => ({ value: name, label: name }))
  const requested = otherModel === null ? [model] : [model, otherModel]
  const other = offer.models.find((name) => name !== model) ?? model
  return (
    <Stack gap={16}>
      <Field label={t('group')}>
        {(id) => (
          <Select
            id={id}
            value={offer.group}
            options={groups}
            optionRender={({ data }) => (
              <Stack as="span" gap={0} className={css.option}>
                {data.label}
                {data.desc !== '' && <small>{data.desc}</small>}
              </Stack>
            )}
            onChange={(group) => conversation.setSettings({ group })}
          />
        )}
      </Field>
      {requested.map((name, index) => (
        <Field key={index} label={otherModel !== null ? t('modelOf', { number: index + 1 }) : t('model')}>
          {(id) => (
            <Select
              id={id}
              showSearch
              value={name}
              options={models}
              prefix={<VendorMark model={name} />}
              optionRender={({ value, label }) => (
                <Row as="span">
                  <VendorMark model={String(value)} />
                  {label}
                </Row>
              )}
              loading={offer.isLoading}
              notFoundContent={t('noModel')}
              onChange={(chosen) => conversation.setModel(index, chosen)}
            />
          )}
        </Field>
      ))}
      {otherModel !== null ? (
        <Button onClick={() => conversation.closeLane(1)}>{t('compareEnd')}</Button>
      ) : (
        <Button disabled={isBusy || offer.models.length === 0} onClick={() => conversation.compare(other)}>
          {t('compare')}
        </Button>
      )}
      <Field
        label={t('temperature')}
        extra={<span className={css.value}>{temperature === null ? t('modelsOwn') : formatRatio(temperature)}</span>}
        hint={t('temperatureHint')}
      >
        {() => (
          <>
            <Slider
              min={0.1}
              max={1}
              step={0.1}
              value={temperature ?? 0.1}
              ariaLabelForHandle={t('temperature')}
              onChange={(value) => conversation.setSettings({ temperature: value })}
            />
            <Row as="span" align="stretch">
              <Button
                size="small"
                aria-pressed={temperature === 0}
                type={temperature === 0 ? 'primary' : 'default'}
                ghost={temperature === 0}
                onClick={() => conversation.setSettings({ temperature: 0 })}
              >
                {t('temperatureZero')}
              </Button>
              <Button
                size="small"
                aria-pressed={temperature === null}
                type={temperature === null ? 'primary' : 'default'}
                ghost={temperature === null}
                onClick={() => conversation.setSettings({ temperature: null })}
              >
                {t('modelsOwn')}
              </Button>
            </Row>
          </>
        )}
      </Field>
      <Field label={t('maxTokens')} hint={t('maxTokensHint')}>
        {(id) => (
          <InputNumber
            controls={false}
            ref={limit}
            id={id}
            min={0}
            max={10_000_000}
            precision={0}
            className={layout.wide}
            value={maxTokens}
            onChange={(value) => conversation.setSettings({ maxTokens: value ?? 0 })}
          />
        )}
      </Field>
      <Field label={t('system')}>
        {(id) => (
          <Input.TextArea
            id={id}
            autoSize={{ minRows: 3, maxRows: 12 }}
            value={system}
            onChange={(event) => conversation.setSettings({ system: event.target.value })}
          />
        )}
      </Field>
      <OtherClients />
    </Stack>
  )
})

interface FieldProps {
  label: string
  extra?: ReactNode
  hint?: string
  children(id: string): ReactNode
}

function Field({ label, extra, hint, children }: FieldProps) {
  const id = useId()
  return (
    <Stack gap={6} shrink>
      <div className={css.label}>
        <label htmlFor={id}>{label}</label>
        {extra}
      </div>
      {children(id)}
      {hint !== undefined && <p className={texts.hint}>{hint}</p>}
    </Stack>
  )
}

/** The operator's own chat clients, in a frame. */
function OtherClients() {
  const { t } = useTranslation('playground')
  const clients = useChatClients()
  if (clients.length === 0) return null
  return (
    <nav className={css.clients} aria-label={t('otherClients')}>
      <span className={texts.hint}>{t('otherClients')}</span>
      {clients.map(({ name }, index) => (
        <Link key={name} to="/chat/{-$id}" params={{ id: String(index) }}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
