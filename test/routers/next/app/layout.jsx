import { Ready } from '../ui/ready.jsx';

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        {children}
        <Ready />
      </body>
    </html>
  );
}
