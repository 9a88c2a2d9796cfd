import { Ellipsis, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ComboBox } from '#ui/combo-box.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './gallery.module.css'
import { Section } from './section.tsx'

const ZONES = [
  { id: '15', label: 'America/New_York', description: '(UTC-05:00)' },
  { id: '16', label: 'Europe/Berlin', description: '(UTC+01:00)' },
  { id: '17', label: 'Asia/Kolkata', description: '(UTC+05:30)' },
  { id: '18', label: 'Pacific/Chatham', isDisabled: true },
]

export function ControlsSection() {
  const [text, setText] = useState('Tea study')
  const [zone, setZone] = useState<string | null>('15')
  const [search, setSearch] = useState('blue')
  const [isOn, setOn] = useState(true)
  const [mode, setMode] = useState<'hourly' | 'daily'>('hourly')
  const [tab, setTab] = useState<'sources' | 'chart'>('sources')
  return (
    <Section title="Controls">
      <div className={styles['line']}>
        <Button variant="primary" icon={<Plus aria-hidden />}>
          New project
        </Button>
        <Button>Secondary</Button>
        <Button variant="ghost">Ghost</Button>
        <Button variant="danger" icon={<Trash2 aria-hidden />}>
          Delete
        </Button>
        <Button isDisabled>Disabled</Button>
        <Button variant="primary" isPending>
          Saving
        </Button>
        <Button size="small">Small</Button>
        <a className={buttonClass()} href="#/projects">
          A link
        </a>
        <IconButton label="More actions">
          <Ellipsis aria-hidden />
        </IconButton>
        <IconButton label="More actions, small" size="small">
          <Ellipsis aria-hidden />
        </IconButton>
      </div>
      <div className={styles['fields']}>
        <TextField
          label="Project name"
          value={text}
          onChange={setText}
          description="As the client knows it"
          isRequired
        />
        <TextField
          label="Sell price"
          prefix="$"
          suffix="per complete"
          defaultValue="301"
          errorMessage="Sell Price cannot be greater than $300"
        />
        <TextField label="Password" type="password" defaultValue="secret" />
        <TextField label="Disabled" isDisabled defaultValue="Fixed" />
        <TextField label="Note" rows={2} placeholder="Why" />
        <Select label="Time zone" options={ZONES} value={zone} onChange={setZone} description="Hours are shown in it" />
        <Select
          label="Business unit"
          options={[]}
          value={null}
          onChange={setZone}
          errorMessage="A Business Unit must be selected"
        />
        <ComboBox label="Account" options={ZONES} value={zone} onChange={setZone} />
      </div>
      <div className={styles['line']}>
        <SearchField label="Search projects" value={search} onChange={setSearch} />
        <Switch isSelected={isOn} onChange={setOn} description="J, K and ?">
          Single keys
        </Switch>
        <Switch isSelected={!isOn} onChange={setOn} isDisabled>
          Disabled
        </Switch>
        <Checkbox isSelected={isOn} onChange={setOn}>
          Remember me
        </Checkbox>
        <Checkbox isIndeterminate>Some</Checkbox>
        <Checkbox isDisabled>Disabled</Checkbox>
        <SegmentedControl
          label="Window"
          segments={[
            { id: 'hourly', label: '24 hours' },
            { id: 'daily', label: '13 days' },
          ]}
          value={mode}
          onChange={setMode}
        />
      </div>
      <Tabs
        label="Survey"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'sources', label: 'Sources', content: 'The sources of the survey.' },
          { id: 'chart', label: 'Completes', content: 'The chart.' },
        ]}
      />
    </Section>
  )
}
