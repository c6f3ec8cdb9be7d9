import { normaliseBaseUrl } from '@sluice/contract/base-url'
import type { Channel } from '@sluice/contract/channel'
import { channelTypeOf, channelTypes, isKeyOptional, mayListModels, needsBaseUrl } from '@sluice/contract/channel-types'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Checkbox, Form, type FormInstance, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormGroup } from '../../components/form-drawer.tsx'
import layout from '../../components/layout.module.css'
import { Row } from '../../components/layout.tsx'
import { NumberInput } from '../../components/number-input.tsx'
import texts from '../../components/text.module.css'
import { useOptionsState } from '../../components/use-options-state.tsx'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { api } from '../../lib/api.ts'
import { toastError } from '../../lib/toasts.ts'
import { type ChannelFormValues, hasOrganization } from './channel-form.ts'
import css from './channels.module.css'
import { useFieldRules } from './field-rules.ts'
import { FoldedSections, type FoldedSectionsProps } from './folded-sections.tsx'
import { ForeignModels } from './foreign-models.tsx'
import { keyEntryFor, keyTextOf } from './key-entry.ts'
import { KeyFields } from './key-fields.tsx'
import { ModelMappingField } from './mapping-field.tsx'
import { modelMappingRows } from './mapping-rows.ts'
import { ModelTable } from './model-table.tsx'
import { ModelsField } from './models-field.tsx'
import { baseUrlHelpOf } from './other-field.ts'
import { OtherItem } from './other-item.tsx'
import { builtInModelsQuery, groupsQuery } from './queries.ts'
import { RowsItem } from './rows-item.tsx'
import { HiddenFields, SensitiveFields, SensitiveNote } from './sensitive-fields.tsx'
import { isTypeFound, useTypeLabel } from './type-label.ts'
import { UnlistedNames } from './unlisted-names.tsx'
import { UnpricedModels } from './unpriced-models.tsx'
import { UnsavedTest } from './unsaved-test.tsx'

export interface ChannelFieldsProps {
  /** The stored channel that is edited; null for a new one. */
  stored: Channel | null
  /** The channel that a new one is a copy of; otherwise null. */
  copied: Channel | null
  /** The expanded sections. */
  open: FoldedSectionsProps['open']
  onOpen: FoldedSectionsProps['onOpen']
}

const organizationExample = 'org-…'
const urlExample = 'https://api.example.com'
const customUrlExample = 'https://api.example.com/v1/{model}/chat/completions'

export function ChannelFields({ stored, copied, open, onOpen }: ChannelFieldsProps) {
  const { t } = useTranslation('channel-editor')
  return (
    <>
      <SensitiveNote />
      <FormGroup title={t('form.basics')}>
        <UpstreamFields stored={stored} copied={copied} />
      </FormGroup>
      <FormGroup title={t('form.models')}>
        <ModelFields known={stored ?? copied} />
      </FormGroup>
      <FormGroup title={t('form.routing')}>
        <RoutingFields />
      </FormGroup>
      <FoldedSections open={open} onOpen={onOpen} storedExpiry={stored?.expired_time ?? -1} />
    </>
  )
}

const useValue = <K extends keyof ChannelFormValues>(name: K): ChannelFormValues[K] | undefined =>
  Form.useWatch(name, { preserve: true })

type Sources = Pick<ChannelFieldsProps, 'stored' | 'copied'>

function UpstreamFields({ stored, copied }: Sources) {
  const { t } = useTranslation(['channel-editor', 'channel-keys'])
  const form = Form.useFormInstance<ChannelFormValues>()
  const typeLabel = useTypeLabel()
  const type = useValue('type') ?? 1
  const offered = channelTypes.flatMap(({ id, isFormer }) => (isFormer ? [] : [id]))
  const types = offered.includes(type) ? offered : [...offered, type]
  const defaultUrl = channelTypeOf(type)?.baseUrl ?? null
  const isUrlNeeded = needsBaseUrl(type)
  const rules = useFieldRules()
  return (
    <>
      <SensitiveFields>
        <Form.Item name="type" label={t('field.type')} required>
          <Select
            showSearch={{ filterOption: (words, option) => option !== undefined && isTypeFound(words, option.value) }}
            options={types.map((id) => ({ value: id, label: typeLabel(id) }))}
            prefix={<VendorMark channelType={type} />}
            // A grid shows all types at once; the rows of a virtual list have one column.
            virtual={false}
            listHeight={400}
            classNames={{ popup: { root: css.types ?? '' } }}
            optionRender={({ value, label }) => (
              <Row as="span" className={layout.shrink}>
                <VendorMark channelType={Number(value)} />
                <span className={texts.cut}>{label}</span>
              </Row>
            )}
            onChange={(next: number) => {
              // The input is kept, converted to the key form of the new type.
              const { key_form, key, key_parts } = form.getFieldsValue(true)
              form.setFieldsValue(keyEntryFor(next, keyTextOf({ type, key_form, key, key_parts })))
            }}
          />
        </Form.Item>
      </SensitiveFields>
      <Form.Item
        name="name"
        label={t('field.name')}
        validateFirst
        rules={[
          { required: true, whitespace: true, message: t('channel-keys:validation.name') },
          rules.contract('name'),
        ]}
      >
        <Input autoComplete="off" placeholder={t('field.namePlaceholder')} />
      </Form.Item>
      <SensitiveFields>
        <Form.Item
          name="base_url"
          label={t('field.baseUrl')}
          required={isUrlNeeded}
          extra={t(`baseUrlHelp.${baseUrlHelpOf(type)}`)}
          validateFirst
          rules={[
            { required: isUrlNeeded, message: t('validation.baseUrl') },
            rules.contract('base_url'),
            rules.baseUrl(type),
          ]}
        >
          <Input
            className={css.mono}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={defaultUrl ?? (baseUrlHelpOf(type) === 'whole' ? customUrlExample : urlExample)}
            onBlur={(event) => {
              const trimmed = normaliseBaseUrl(event.target.value)
              if (trimmed !== event.target.value) form.setFieldValue('base_url', trimmed)
            }}
          />
        </Form.Item>
        <KeyFields type={type} stored={stored} copied={copied} />
        <OtherItem type={type} />
        <HiddenFields>
          <Form.Item>
            <UnsavedTest type={type} stored={stored} />
          </Form.Item>
        </HiddenFields>
        {hasOrganization(type) && (
          <Form.Item
            name="openai_organization"
            label={t('channel-keys:field.organization')}
            extra={t('channel-keys:field.organizationHelp')}
            rules={[rules.contract('openai_organization')]}
          >
            <Input className={css.mono} autoComplete="off" placeholder={organizationExample} />
          </Form.Item>
        )}
      </SensitiveFields>
    </>
  )
}

/** `known`: the channel whose stored key is used while the key field is empty. */
function ModelFields({ known }: { known: Channel | null }) {
  const { t } = useTranslation('channel-editor')
  const builtInQuery = useQuery(builtInModelsQuery)
  const groupsQueried = useQuery(groupsQuery)
  const builtInState = useOptionsState(builtInQuery)
  const groupsState = useOptionsState(groupsQueried)
  const builtIn = builtInQuery.data ?? {}
  const groups = groupsQueried.data ?? []
  const chosenType = useValue('type')
  const type = chosenType ?? 1
  const models = useValue('models') ?? []
  const chosenGroups = useValue('groups') ?? []
  const mapping = useValue('model_mapping') ?? ''
  const rules = useFieldRules()
  const fetchModels = useFetchModels(known)
  return (
    <>
      <Form.Item
        name="models"
        label={t('models.label')}
        validateFirst
        rules={[{ required: true, type: 'array', message: t('validation.models') }, rules.models()]}
      >
        <ModelsField
          offered={Object.values(builtIn).flat()}
          offeredState={builtInState}
          builtIn={builtIn[String(type)] ?? []}
          fetchModels={mayListModels(type) ? fetchModels : undefined}
        />
      </Form.Item>
      <Form.Item name="models" noStyle>
        <ForeignModels type={chosenType} builtIn={builtIn[String(type)] ?? []} />
      </Form.Item>
      <Form.Item name="models" noStyle>
        <ModelTable />
      </Form.Item>
      <UnpricedModels models={models} />
      <Form.Item
        name="groups"
        label={t('field.groups')}
        extra={t('field.groupsHelp')}
        rules={[{ required: true, type: 'array', message: t('validation.groups') }]}
      >
        <Select
          mode="multiple"
          options={[...new Set([...groups, ...chosenGroups])].map((name) => ({ value: name, label: name }))}
          {...groupsState}
        />
      </Form.Item>
      <RowsItem
        name="model_mapping"
        label={t('field.modelMapping')}
        help={t('field.modelMappingHelp')}
        format={modelMappingRows}
        rules={rules}
      >
        <ModelMappingField />
      </RowsItem>
      {/* The models once more: a change of them by the button is a change of the form like any other. */}
      <Form.Item name="models" noStyle>
        <UnlistedNames mapping={mapping} />
      </Form.Item>
      <Form.Item
        name="test_model"
        label={t('field.testModel')}
        extra={t('field.testModelHelp')}
        rules={[rules.contract('test_model')]}
      >
        <AutoComplete
          allowClear
          placeholder={models[0]}
          options={models.map((name) => ({ value: name }))}
          showSearch={{ filterOption: (text, option) => String(option?.value).includes(text) }}
        />
      </Form.Item>
    </>
  )
}

/** Requests the upstream's models with the key in the form, otherwise with the stored key of the known channel. */
function useFetchModels(known: Channel | null): () => Promise<string[] | null> {
  const { t } = useTranslation(['channel-editor', 'channel-keys'])
  const form = Form.useFormInstance<ChannelFormValues>()
  return async () => {
    const { base_url, type, other = '', header_override, ...values } = form.getFieldsValue()
    const key = keyTextOf({ type, ...values })
    const isKeyTyped = key !== ''
    if (known === null && !isKeyTyped && !isKeyOptional(type)) {
      showMissingKey(form, t('channel-keys:validation.key'))
      return null
    }
    try {
      return known === null || isKeyTyped
        ? await api('POST /api/channel/fetch_models', {
            body: { base_url, type, key, other, header_override },
          })
        : await api('GET /api/channel/fetch_models/:id', { params: { id: known.id } })
    } catch (error) {
      toastError(t('models.fetchFailed', { reason: error instanceof Error ? error.message : '' }))
      return null
    }
  }
}

/** Shows the message below the first visible field of the key. */
function showMissingKey(form: FormInstance<ChannelFormValues>, message: string): void {
  const names = form.getFieldsError().map(({ name }) => name)
  const name = names.find(([head]) => head === 'key' || head === 'key_parts') ?? ['key']
  // `name` comes from the form's own validation, which types it as a plain path.
  form.setFields([{ name: name as ['key'], errors: [message] }])
  form.scrollToField(name, { focus: true })
}

function RoutingFields() {
  const { t } = useTranslation(['channel-editor', 'channels'])
  const rules = useFieldRules()
  return (
    <>
      <div className={layout.pair}>
        <Form.Item
          name="priority"
          label={t('channels:columns.priority')}
          extra={t('field.priorityHelp')}
          rules={[rules.contract('priority')]}
        >
          <NumberInput />
        </Form.Item>
        <Form.Item
          name="weight"
          label={t('channels:columns.weight')}
          extra={t('field.weightHelp')}
          rules={[rules.contract('weight')]}
        >
          <NumberInput />
        </Form.Item>
      </div>
      <Form.Item
        name="tag"
        label={t('channels:columns.tag')}
        extra={t('field.tagHelp')}
        rules={[rules.contract('tag')]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="remark"
        label={t('field.remark')}
        extra={t('field.remarkHelp')}
        rules={[rules.contract('remark')]}
      >
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
      <Form.Item name="auto_ban" valuePropName="checked" extra={t('field.autoBanHelp')}>
        <Checkbox>{t('field.autoBan')}</Checkbox>
      </Form.Item>
    </>
  )
}
