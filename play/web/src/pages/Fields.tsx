// What a form is made of: something to choose, a file.

import type { ComponentChildren } from "preact";

import { Words } from "../words";

interface FieldProps {
  id: string;
  label: string;
  about?: string | undefined;
  value: string;
  isOff?: boolean;
  onChange: (value: string) => void;
  children: ComponentChildren;
}

/** Something to choose, with a line about what is chosen. */
export function Field({ id, label, about, value, isOff, onChange, children }: FieldProps) {
  return (
    <div class="field">
      <label class="label" for={id}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={isOff}
        aria-describedby={about ? `${id}-about` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {children}
      </select>
      {about && (
        <small id={`${id}-about`}>
          <Words text={about} />
        </small>
      )}
    </div>
  );
}

interface FileProps {
  /** What it is for. */
  title: string;
  label: string;
  about: string;
  /** Ends of names. */
  accept: string;
  isChosen: boolean;
  onFile: (name: string, text: string) => void;
  onNone: () => void;
}

/** A file of the person's own, instead of what can be chosen. */
export function FileField({ title, label, about, accept, isChosen, onFile, onNone }: FileProps) {
  return (
    <details class="own-file">
      <summary>{title}</summary>
      <p class="quiet">{about}</p>
      <p>
        <label>
          {label}{" "}
          <input
            type="file"
            accept={accept}
            onChange={(event) => {
              const input = event.currentTarget;
              const chosen = input.files?.[0];
              void chosen?.text().then((text) => {
                onFile(chosen.name, text);
                // The same file again, once it is mended, is a change too.
                input.value = "";
              });
            }}
          />
        </label>{" "}
        {isChosen && (
          <button type="button" onClick={onNone}>
            Without it
          </button>
        )}
      </p>
    </details>
  );
}
