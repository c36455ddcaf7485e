import { createContext, useContext } from "react";

export type PickedImage = { url: string; alt: string };

/** Where pictures come from: the media feature fills it, the editors' fields use it, routes bring both together. */
export type ImagePicker = {
  /** Uploads one file; throws an Error with the text to show. */
  upload: (file: File) => Promise<string>;
  /** Opens the library; null when the person closes it. */
  choose: () => Promise<PickedImage | null>;
};

export const ImagePickerContext = createContext<ImagePicker | null>(null);

export function useImagePicker(): ImagePicker {
  const picker = useContext(ImagePickerContext);
  if (!picker) throw new Error("An image field needs an image picker around it.");
  return picker;
}
