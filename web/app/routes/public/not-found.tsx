import { data, Link } from "react-router";

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return (
    <main id="main">
      <p>404</p>
      <h1>Oops! Page can't be found.</h1>
      <p>The page you are looking for doesn't exist or has been moved.</p>
      <Link to="/">Take me to Home</Link>
    </main>
  );
}
