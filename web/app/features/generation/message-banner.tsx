import { Alert, Anchor } from "@mantine/core";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { Link } from "react-router";
import type { Message } from "#web/features/generation/messages.ts";

const looks = {
  error: { color: "red", Icon: CircleAlert },
  success: { color: "green", Icon: CircleCheck },
  info: { color: "accent", Icon: Info },
};

/** Red for an error, green for a success. Announced when it appears. */
export function MessageBanner({ message, onClose }: { message: Message; onClose?: () => void }) {
  const failed = message.kind === "error";
  const { color, Icon } = looks[message.kind];
  return (
    <Alert
      role={failed ? "alert" : "status"}
      color={color}
      icon={<Icon size={20} aria-hidden />}
      {...(onClose ? { withCloseButton: true, onClose, closeButtonLabel: "Dismiss" } : {})}
    >
      <strong>{message.text}</strong>
      {message.detail && <div>{message.detail}</div>}
      {message.link && (
        <div>
          <Anchor component={Link} to={message.link.to} c="inherit" underline="always">
            {message.link.label}
          </Anchor>
        </div>
      )}
    </Alert>
  );
}
