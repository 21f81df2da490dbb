/** Pictures that wait to be sent with the next message. */
import { useRef, useState } from 'react';
import type { ModelView } from '../../../../src/features/catalogue/contract.ts';
import { useTexts } from '../../language.tsx';
import { PICTURES_MAX, pictureFrom } from './pictures.ts';
import { playgroundTexts } from './texts.ts';

export type Attachments = {
  readonly pictures: readonly string[];
  /** Whether all models that are asked take pictures. */
  readonly isTaken: boolean;
  /** There are pictures, and a model that takes none: they cannot be sent. */
  readonly isRefused: boolean;
  readonly problem: string | undefined;
  readonly add: (files: readonly Blob[]) => Promise<void>;
  readonly remove: (at: number) => void;
  readonly clear: () => void;
};

export function useAttachments(models: readonly ModelView[]): Attachments {
  const texts = useTexts(playgroundTexts);
  const [pictures, setPictures] = useState<readonly string[]>([]);
  const [failed, setFailed] = useState<string>();
  const textOnly = models.find(({ modalities }) => !modalities.includes('image'));
  const add = async (files: readonly Blob[]) => {
    if (textOnly) return setFailed(texts.picturesOff(textOnly.id));
    const read = await Promise.all(files.slice(0, PICTURES_MAX).map(pictureFrom));
    const good = read.filter((picture) => picture !== undefined);
    setFailed(
      good.length < read.length
        ? texts.pictureWrong
        : pictures.length + files.length > PICTURES_MAX
          ? texts.picturesFull(PICTURES_MAX)
          : undefined,
    );
    setPictures((before) => [...before, ...good].slice(0, PICTURES_MAX));
  };
  const isRefused = pictures.length > 0 && textOnly !== undefined;
  return {
    pictures,
    isTaken: textOnly === undefined,
    isRefused,
    problem: isRefused ? texts.picturesOff(textOnly.id) : failed,
    add,
    remove: (at) => {
      setPictures((before) => before.toSpliced(at, 1));
      setFailed(undefined);
    },
    clear: () => {
      setPictures([]);
      setFailed(undefined);
    },
  };
}

type AttachmentsProps = { readonly of: Attachments };

export function Attached({ of: { pictures, problem, remove } }: AttachmentsProps) {
  const texts = useTexts(playgroundTexts);
  return (
    <>
      {pictures.length > 0 && (
        <ul className="attached">
          {pictures.map((url, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may be there twice.
            <li key={at}>
              <img src={url} alt={texts.picture(at + 1)} />
              <button
                type="button"
                className="button compact"
                aria-label={texts.removePicture(at + 1)}
                onClick={() => remove(at)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <p className="notice warn" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

export function AttachButton({ of: { isTaken, pictures, add } }: AttachmentsProps) {
  const texts = useTexts(playgroundTexts);
  const input = useRef<HTMLInputElement>(null);
  if (!isTaken) return null;
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          void add([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <button
        type="button"
        className="button"
        disabled={pictures.length >= PICTURES_MAX}
        onClick={() => input.current?.click()}
      >
        {texts.attach}
      </button>
    </>
  );
}

/** The pictures of a turn. */
export function Pictures({ of }: { readonly of: readonly string[] | undefined }) {
  const texts = useTexts(playgroundTexts);
  if (!of?.length) return null;
  return (
    <div className="turn-pictures">
      {of.map((url, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may be there twice.
        <img key={at} src={url} alt={texts.picture(at + 1)} />
      ))}
    </div>
  );
}
