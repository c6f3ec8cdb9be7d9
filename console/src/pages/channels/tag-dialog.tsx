import { tagNameMax } from '@sluice/contract/channel-write'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Modal, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useOptionsState } from '../../components/use-options-state.tsx'
import { toastWarning } from '../../lib/toasts.ts'
import { buildTagWrite, type TagFormValues } from './channel-form.ts'
import type { TagItem } from './channel-rows.ts'
import css from './channels.module.css'
import { useFieldRules } from './field-rules.ts'
import { ModelMappingField } from './mapping-field.tsx'
import { modelMappingRows } from './mapping-rows.ts'
import { ModelsField } from './models-field.tsx'
import { OverrideItems } from './override-items.tsx'
import { builtInModelsQuery, groupsQuery } from './queries.ts'
import type { ChannelActions } from './use-channel-actions.ts'
import { useFormDialog } from './use-form-dialog.ts'

const blankTexts = { model_mapping: '', param_override: '', header_override: '' }

export interface TagDialogProps {
  item: TagItem
  actions: ChannelActions
  onClose(): void
}

/** Overwrites fields of all channels of a tag. Blank fields keep each channel's value. */
export function TagDialog({ item, actions, onClose }: TagDialogProps) {
  const { t } = useTranslation(['channels', 'channel-editor', 'common'])
  const rules = useFieldRules()
  const { form, dialog, save } = useFormDialog<TagFormValues>(onClose)
  const builtIn = useQuery(builtInModelsQuery)
  const groups = useQuery(groupsQuery)
  const builtInState = useOptionsState(builtIn)
  const groupsState = useOptionsState(groups)

  const edit = (values: TagFormValues) => {
    const write = buildTagWrite(item.tag, values)
    if (write === null) return toastWarning(t('tag.nothingChanged'))
    return save(() => actions.editTag(write))
  }
  return (
    <Modal {...dialog} title={t('tag.editTitle', { tag: item.tag })} okText={t('common:actions.save')}>
      <p className={css.hint}>{t('tag.editHint', { count: item.children.length })}</p>
      <Form<TagFormValues>
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        initialValues={{ new_tag: item.tag, models: [], groups: [], ...blankTexts }}
        scrollToFirstError={{ focus: true, block: 'center' }}
        onFinish={edit}
      >
        <Form.Item name="new_tag" label={t('tag.newName')} extra={t('tag.newNameHelp')}>
          <Input maxLength={tagNameMax} autoComplete="off" />
        </Form.Item>
        <Form.Item name="models" label={t('channel-editor:models.label')}>
          <ModelsField
            offered={Object.values(builtIn.data ?? {}).flat()}
            offeredState={builtInState}
            placeholder={t('tag.unchanged')}
          />
        </Form.Item>
        <Form.Item name="groups" label={t('channel-editor:field.groups')}>
          <Select
            mode="multiple"
            allowClear
            placeholder={t('tag.unchanged')}
            options={groups.data?.map((name) => ({ value: name, label: name })) ?? []}
            {...groupsState}
          />
        </Form.Item>
        <Form.Item
          name="model_mapping"
          label={t('channel-editor:field.modelMapping')}
          validateFirst
          rules={[rules.rows(modelMappingRows), rules.contract('model_mapping')]}
        >
          <ModelMappingField />
        </Form.Item>
        <OverrideItems rules={rules} />
      </Form>
    </Modal>
  )
}
